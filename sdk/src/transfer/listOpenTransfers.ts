import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, zeroAddress } from 'viem'
import { parseAddress } from '../chain/address.js'
import { getLogsChunked } from '../chain/logs/getLogsChunked.js'
import { deploymentOf } from '../chain/network.js'
import { getTransfer } from './getTransfer.js'
import { contractOf, type TransferReader } from './internal/contract.js'
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
export async function listOpenTransfers(
  clients: TransferReader,
  { sender, fromBlock }: ListOpenTransfersParams,
): Promise<ProtectedTransfer[]> {
  const from = parseAddress('sender', sender)
  const deployment = await deploymentOf(clients.publicClient)
  const created = await getLogsChunked(clients.publicClient, {
    address: contractOf(clients, deployment),
    abi: protectedTransferAbi,
    eventName: 'TransferCreated',
    args: { sender: from, to: zeroAddress },
    fromBlock,
  })
  const ids = [...new Set(created.map(({ args }) => args.transferId))].reverse()
  const list: ProtectedTransfer[] = []
  for (let start = 0; start < ids.length; start += readsAtOnce)
    list.push(...(await Promise.all(ids.slice(start, start + readsAtOnce).map((id) => getTransfer(clients, id)))))
  return list
}

const readsAtOnce = 8
