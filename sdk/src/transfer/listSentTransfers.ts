import type { TransferReader } from './internal/contract.js'
import { listCreated } from './internal/listCreated.js'
import type { ListOpenTransfersParams } from './listOpenTransfers.js'
import type { ProtectedTransfer } from './types.js'

/**
 * Lists all protected transfers of a sender, newest first, whatever became of them.
 *
 * @throws `LogsIncompleteError`, `InvalidAddressError`, `ChainUnavailableError`.
 * @example
 * const sent = await listSentTransfers({ publicClient }, { sender: account.address })
 * const open = sent.filter((transfer) => isOpen(transfer))
 */
export function listSentTransfers(
  clients: TransferReader,
  params: ListOpenTransfersParams,
): Promise<ProtectedTransfer[]> {
  return listCreated(clients, params)
}
