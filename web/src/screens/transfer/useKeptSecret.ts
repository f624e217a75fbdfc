import { type JournalEntry, useHoldfast, useJournal } from '@holdfast/react'
import type { ProtectedTransfer } from '@holdfast/sdk/transfer'
import { useQuery } from '@tanstack/react-query'
import type { Reading } from '../../parts/ReadFault.js'
import { keptPaymentOf } from '../send/keptPayment.js'
import { type Reviewed, reviewedOf, swapsOf } from './swapsOf.js'

/** What this browser keeps of a transfer: its code or link secret, and the payment that was reviewed. */
export type KeptSecret = {
  secret: string | undefined
  /** Where the chain has another payment than this one. */
  swapped: Reviewed | undefined
  entry: string | undefined
  isLoading: boolean
  /** Where it could not be read, and is not known to be missing. */
  unread: Reading | undefined
}

/**
 * Finds the row of the journal that has a transfer's claim hash: of the payment itself, or of the last new code. A row whose claim
 * hash was swapped names the transfer.
 */
export function useKeptSecret(
  chainId: number,
  transfer: ProtectedTransfer | undefined,
  name: 'secret' | 'linkSecret',
): KeptSecret {
  const { journal } = useHoldfast()
  const kept = useJournal()
  const { data: rows = [], isPending } = kept
  const row =
    transfer &&
    (rows.find((one) => claimHashOf(one) === transfer.claimHash.toLowerCase()) ??
      rows.find(({ chainId: chain, params }) => chain === chainId && params.swapped === String(transfer.transferId)))
  // The query key is the id of a row. The secret is in memory only while the screen is shown.
  const opened = useQuery({
    queryKey: ['kept secret', row?.id],
    enabled: row !== undefined,
    gcTime: 0,
    queryFn: async () => (row === undefined ? null : ((await journal.open(row.id)).secret[name] ?? null)),
  })
  const payment = row && keptPaymentOf(row)
  const reviewed = payment && reviewedOf(payment)
  const secret = typeof opened.data === 'string' ? opened.data : undefined
  return {
    secret,
    swapped: transfer && reviewed && swapsOf(transfer, reviewed).length > 0 ? reviewed : undefined,
    entry: row?.id,
    isLoading: isPending || (row !== undefined && opened.isPending),
    unread: secret === undefined ? [kept, opened].find(({ error }) => error !== null) : undefined,
  }
}

function claimHashOf(row: Pick<JournalEntry, 'id' | 'operation' | 'params'>): string | undefined {
  const { newClaimHash } = row.params
  const isNew = row.operation === 'rekey' && typeof newClaimHash === 'string'
  return (isNew ? newClaimHash : keptPaymentOf(row)?.claimHash)?.toLowerCase()
}
