import { type JournalEntry, useHoldfast, useJournal } from '@holdfast/react'
import type { ProtectedTransfer } from '@holdfast/sdk/transfer'
import { useQuery } from '@tanstack/react-query'
import { type KeptSend, sendOf } from '../send/sendOf.js'

/** What this browser keeps of a transfer: its code, and the payment that was reviewed. */
export type KeptCode = {
  secret: string | undefined
  send: KeptSend | undefined
  entry: string | undefined
  isLoading: boolean
}

/** Finds the row of the journal that has a transfer's claim hash: of the payment itself, or of the last new code. */
export function useKeptCode(transfer: Pick<ProtectedTransfer, 'claimHash'> | undefined): KeptCode {
  const { journal } = useHoldfast()
  const { data: rows = [], isPending } = useJournal()
  const row = transfer && rows.find((one) => claimHashOf(one) === transfer.claimHash.toLowerCase())
  // The query key is the id of a row. The secret is in memory only while the screen is shown.
  const opened = useQuery({
    queryKey: ['kept code', row?.id],
    enabled: row !== undefined,
    gcTime: 0,
    queryFn: async () => (row === undefined ? null : ((await journal.open(row.id)).secret.secret ?? null)),
  })
  const secret = typeof opened.data === 'string' ? opened.data : undefined
  return {
    secret,
    send: row && sendOf(row),
    entry: row?.id,
    isLoading: isPending || (row !== undefined && opened.isPending),
  }
}

function claimHashOf(row: Pick<JournalEntry, 'operation' | 'params'>): string | undefined {
  const { newClaimHash } = row.params
  const hash = row.operation === 'rekey' && typeof newClaimHash === 'string' ? newClaimHash : sendOf(row)?.claimHash
  return hash?.toLowerCase()
}
