import { useHoldfast } from '@holdfast/react'
import type { BridgeProgress } from '@holdfast/sdk/bridge'
import { useQuery } from '@tanstack/react-query'

/** A transfer that this browser has begun, and what it goes on from. Nothing of it is secret. */
export type OpenFlow = {
  /** Id of its row of the journal. */
  id: string
  state: 'kept' | 'started' | 'done' | 'failed'
  bridge: BridgeProgress | undefined
  /** Of a spend of the Hub. */
  transferId: string | undefined
  /** Whether a spend was signed, which the journal has. */
  isSigned: boolean
}

/** Transfers over the Bridge and spends of the Hub in the journal, newest first. */
export function useOpenFlows(): readonly OpenFlow[] {
  const { journal } = useHoldfast()
  const { data = [] } = useQuery({
    queryKey: ['holdfast', 'journal', 'flows'],
    networkMode: 'always',
    async queryFn() {
      const rows = await journal.list()
      return rows.map(({ id, state, progress, secret }): OpenFlow => {
        // What the library has handed out to be kept.
        const { bridge, transferId } = progress as { bridge?: BridgeProgress; transferId?: string }
        return { id, state, bridge, transferId, isSigned: 'signed' in secret }
      })
    },
  })
  return data.filter(({ bridge, transferId, isSigned }) => bridge !== undefined || transferId !== undefined || isSigned)
}
