import { protectedTransferAbi } from '@holdfast/contracts'
import type { Address, Hash, Hex } from 'viem'
import { parseAddress } from '../chain/address.js'
import { assertBytes32 } from '../chain/bytes32.js'
import { getLogsChunked } from '../chain/logs/getLogsChunked.js'
import { deploymentOf } from '../chain/network.js'
import { getTransfer } from './getTransfer.js'
import { contractOf, type TransferReader } from './internal/contract.js'
import type { ProtectedTransfer } from './types.js'

/** What a sender still holds when an answer was lost. */
export type FindTransferParams = {
  sender: Address
  claimHash: Hex
  /** The transaction that was to create it: finds the transfer where the wallet has put another claim hash into it. */
  txHash?: Hash | undefined
  /** First block to search. Default: the contract's deploy block, which reads the sender's whole history. */
  fromBlock?: bigint | undefined
}

/**
 * Finds a transfer by its sender and claim hash, when neither id nor transaction hash are at hand.
 *
 * Compare it with what was asked for: the wallet may have changed any of its fields.
 *
 * @returns The transfer, or `undefined` when none was created up to the chain's head: a transaction still under way may
 *   create it later.
 * @example
 * const transfer = await findTransfer({ publicClient }, { sender: account.address, claimHash })
 */
export async function findTransfer(
  clients: TransferReader,
  { sender, claimHash, txHash, fromBlock }: FindTransferParams,
): Promise<ProtectedTransfer | undefined> {
  assertBytes32('claimHash', claimHash, { nonZero: true })
  const from = parseAddress('sender', sender)
  const deployment = await deploymentOf(clients.publicClient)
  const created = await getLogsChunked(clients.publicClient, {
    address: contractOf(clients, deployment),
    abi: protectedTransferAbi,
    eventName: 'TransferCreated',
    args: { sender: from },
    fromBlock,
  })
  const match =
    created.find(({ args }) => args.claimHash === claimHash.toLowerCase()) ??
    created.find(({ transactionHash }) => transactionHash === txHash?.toLowerCase())
  return match && getTransfer(clients, match.args.transferId)
}
