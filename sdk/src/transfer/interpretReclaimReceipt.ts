import type { Address, Log } from 'viem'
import { eventsOf } from './internal/contract.js'

/**
 * Reads from a mined transaction which of some transfers it has returned to their senders.
 *
 * Only events of `contractAddress` count, so events planted by others decide nothing.
 *
 * @returns `reclaimed` and `skipped`, in the order of `transferIds`.
 * @example
 * const { reclaimed } = interpretReclaimReceipt(receipt.logs, contractAddress, [42n, 43n])
 */
export function interpretReclaimReceipt(
  receiptLogs: readonly Log[],
  contractAddress: Address,
  transferIds: readonly bigint[],
): { reclaimed: readonly bigint[]; skipped: readonly bigint[] } {
  const done = new Set<bigint>()
  for (const event of eventsOf(receiptLogs, contractAddress))
    if (event.eventName === 'TransferReclaimed') done.add(event.args.transferId)
  return {
    reclaimed: transferIds.filter((id) => done.has(id)),
    skipped: transferIds.filter((id) => !done.has(id)),
  }
}
