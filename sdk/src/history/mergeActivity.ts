import { type Address, zeroAddress } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { ProtectedTransfer } from '../transfer/types.js'
import { prepareReferences } from './internal/similarity.js'
import type { HistoryEntry } from './types.js'

/** One row of what an account has done: a protected payment is one row, whatever moved in its contract. */
export type ActivityItem = {
  /** Unique within the list; the same after another read. */
  id: string
  chainId: number
  /** `undefined` for a payment that the explorer does not have yet, or whose older row is missing. */
  at: Date | undefined
} & (
  | {
      kind: 'sent'
      transfer: ProtectedTransfer
      entry: HistoryEntry | undefined
      /** The recipient resembles the account itself or a payee paid before: do not offer the address for copying. */
      suspect: 'IMPOSTOR' | undefined
    }
  /** Money of another account's protected payment, to this account. */
  | { kind: 'claimed'; entry: HistoryEntry }
  /** Money in the transfer contract that no payment of the list explains, such as a batch. */
  | { kind: 'locked'; entry: HistoryEntry }
  | { kind: 'plain'; entry: HistoryEntry }
)

/** What was read of one chain. */
export type ChainActivity = {
  chainId: number
  /** Whose activity. */
  address: Address
  /** Paid elsewhere, saved or own. */
  payees?: readonly Address[] | undefined
  /** The transfer contract. */
  contract: Address
  /** Of `getCleanHistory`, newest first. */
  entries: readonly HistoryEntry[]
  /** Of `listSentTransfers`, newest first. */
  sent: readonly ProtectedTransfer[]
  /** Whether `entries` go back to the beginning. */
  isComplete: boolean
}

/**
 * Rows of one chain, newest first. A payment and the transfer of its money to the contract are one row; so are the return of a
 * payment and the transfer of its money back.
 *
 * @example
 * const [{ entries, complete }, sent] = await Promise.all([
 *   getCleanHistory(account.address),
 *   listSentTransfers({ publicClient }, { sender: account.address }),
 * ])
 * const { id: chainId, transferContract: contract } = await deploymentOf(publicClient)
 * const { address } = account
 * const items = mergeActivity({ chainId, address, contract, entries, sent, isComplete: complete })
 */
export function mergeActivity({
  chainId,
  address,
  payees = [],
  contract,
  entries,
  sent,
  isComplete,
}: ChainActivity): ActivityItem[] {
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
    const entry = madeBy.get(transfer)
    return { kind: 'sent', id, chainId, transfer, entry, suspect: undefined, at: entry?.timestamp }
  })
  const moved = entries.flatMap((entry, index): ActivityItem[] => {
    const row = { id: `${chainId}:${entry.txHash}:${index}`, chainId, entry, at: entry.timestamp }
    if (explained.has(entry) || returned.has(entry)) return []
    if (incoming.includes(entry)) return [{ kind: 'claimed', ...row }]
    return [outgoing.includes(entry) ? { kind: 'locked', ...row } : { kind: 'plain', ...row }]
  })
  // A payment that the explorer does not have yet is new; where older rows are missing, one without a row is old.
  const missing = isComplete ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  return marked(newestFirst([...payments, ...moved], missing), [address, ...payees])
}

/** Marks recipients that resemble an address that was known before, as `getCleanHistory` marks rows. */
function marked(items: readonly ActivityItem[], known: readonly Address[]): ActivityItem[] {
  const since = new Map(known.map((party) => [party, -1]))
  for (const [order, item] of items.toReversed().entries()) {
    const payee = payeeOf(item)
    if (payee !== undefined && !since.has(payee)) since.set(payee, order)
  }
  const { isImpostor } = prepareReferences(since)
  return items.map((item) =>
    item.kind === 'sent' && isImpostor(item.transfer.to) ? { ...item, suspect: 'IMPOSTOR' } : item,
  )
}

function payeeOf(item: ActivityItem): Address | undefined {
  if (item.kind === 'sent') return item.transfer.to === zeroAddress ? undefined : item.transfer.to
  const { kind, direction, counterparty } = item.entry
  return item.kind === 'plain' && kind === 'transfer' && direction === 'out' ? counterparty : undefined
}

/**
 * Rows of all chains, newest first.
 *
 * @param missing - Milliseconds for rows without a time; by default they are the newest.
 */
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
