import { type Address, zeroAddress } from 'viem'
import type { TransferReader } from './internal/contract.js'
import { listCreated } from './internal/listCreated.js'
import type { ProtectedTransfer } from './types.js'

/** Whose transfers, and from which block on. */
export type ListOpenTransfersParams = {
  sender: Address
  /** First block to search. Default: the contract's deploy block, which reads the sender's whole history. */
  fromBlock?: bigint | undefined
}

/**
 * Lists the transfers that a sender created without a recipient, newest first, whatever became of them.
 *
 * @returns The transfers as they are now; a claim has recorded its recipient.
 * @throws `LogsIncompleteError`, `InvalidAddressError`, {@link ChainUnavailableError}.
 * @example
 * const transfers = await listOpenTransfers({ publicClient }, { sender: account.address })
 */
export function listOpenTransfers(
  clients: TransferReader,
  { sender, fromBlock }: ListOpenTransfersParams,
): Promise<ProtectedTransfer[]> {
  return listCreated(clients, { sender, to: zeroAddress, fromBlock })
}
