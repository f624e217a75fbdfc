import type { FilteredEntry, HistoryEntry } from '@holdfast/sdk/history'
import type { ProtectedTransfer } from '@holdfast/sdk/transfer'
import { type Address, isAddressEqual } from 'viem'

/** One row of what an account has done, by its purpose: a payment under protection is one row, whatever its contract did. */
export type ActivityItem = { id: string; chainId: number; at: Date | undefined } & (
  | { kind: 'sent'; transfer: ProtectedTransfer }
  /** Money of a protected payment, to this account. */
  | { kind: 'claimed'; entry: HistoryEntry }
  /** Money in the transfer contract that no payment in the list explains, such as of several at once. */
  | { kind: 'locked'; entry: HistoryEntry }
  | { kind: 'plain'; entry: HistoryEntry }
)

/** A row that was planted, or may have been. */
export type HiddenItem = { id: string; chainId: number; entry: FilteredEntry }

/** What was read of one chain. */
export type ChainActivity = {
  chainId: number
  contract: Address
  entries: readonly HistoryEntry[]
  /** Newest first. */
  sent: readonly ProtectedTransfer[]
  /** Whether `entries` go back to the beginning. */
  isComplete: boolean
}

/**
 * Rows of one chain, newest first. A payment and the transfer of its money to the contract are one row; so are the return of a
 * payment and the transfer of its money back.
 */
export function mergeActivity({ chainId, contract, entries, sent, isComplete }: ChainActivity): ActivityItem[] {
  const ofContract = entries.filter(
    ({ counterparty, kind }) => kind === 'transfer' && isAddressEqual(counterparty, contract),
  )
  const outgoing = ofContract.filter(({ direction }) => direction === 'out')
  const incoming = ofContract.filter(({ direction }) => direction === 'in')
  const madeBy = pair(sent, outgoing, isComplete)
  const back = sent.filter(({ status }) => status === 'CANCELLED' || status === 'RECLAIMED')
  const returned = new Set(pair(back, incoming, isComplete).values())
  const explained = new Set(madeBy.values())
  const payments = sent.map((transfer): ActivityItem => {
    const id = `${chainId}:${transfer.transferId}`
    return { kind: 'sent', id, chainId, transfer, at: madeBy.get(transfer)?.timestamp }
  })
  const moved = entries.flatMap((entry, index): ActivityItem[] => {
    const row = { id: `${chainId}:${entry.txHash}:${index}`, chainId, entry, at: entry.timestamp }
    if (explained.has(entry) || returned.has(entry)) return []
    if (incoming.includes(entry)) return [{ kind: 'claimed', ...row }]
    return [outgoing.includes(entry) ? { kind: 'locked', ...row } : { kind: 'plain', ...row }]
  })
  // A payment that the explorer does not have yet is new; where older rows are missing, one without a row is old.
  const missing = isComplete ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  return newestFirst([...payments, ...moved], missing)
}

/** Rows of all chains, newest first. */
export function newestFirst(items: readonly ActivityItem[], missing = Number.POSITIVE_INFINITY): ActivityItem[] {
  const timeOf = ({ at }: ActivityItem) => at?.getTime() ?? missing
  return items.toSorted((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(b) - timeOf(a)))
}

/** Pairs payments with transfers of the same amount, each once: from the oldest where all are there, else from the newest. */
function pair(
  transfers: readonly ProtectedTransfer[],
  rows: readonly HistoryEntry[],
  isComplete: boolean,
): Map<ProtectedTransfer, HistoryEntry> {
  const ordered = isComplete ? ([transfers.toReversed(), rows.toReversed()] as const) : ([transfers, rows] as const)
  const left = new Set(ordered[1])
  const found = new Map<ProtectedTransfer, HistoryEntry>()
  for (const transfer of ordered[0]) {
    const row = [...left].find(({ amount }) => amount === transfer.amount)
    if (row === undefined) continue
    left.delete(row)
    found.set(transfer, row)
  }
  return found
}
