import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeFunctionData, type Hash } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { assertNetwork } from '../chain/network.js'
import { execute, requireAccount, type WriteOptions } from '../chain/transaction/execute.js'
import { InvalidInputError } from '../errors/input.js'
import { assertTransferId, contractOf, eventsOf } from './internal/contract.js'

/** What a batch of returns did. */
export type ReclaimBatchResult = {
  txHash: Hash
  /** Ids whose money went back to its sender in this transaction. */
  reclaimed: readonly bigint[]
  /** Ids that stayed as they are: not expired, settled before, unknown, or the sender cannot be paid now. */
  skipped: readonly bigint[]
}

/** More would not fit the primary chain's gas limit for one transaction. */
export const MAX_RECLAIM_BATCH = 50

/** What the contract wants to have left before each return, so that none fails for want of gas. */
const gasPerReturn = 250_000n

/**
 * Sends expired, unclaimed transfers back to their senders in one transaction. Anyone may call it. One that cannot be
 * returned does not stop the others.
 *
 * @param transferIds - 1 to {@link MAX_RECLAIM_BATCH} ids.
 * @example
 * const { reclaimed, skipped } = await reclaimExpiredBatch(clients, [42n, 43n])
 */
export async function reclaimExpiredBatch(
  clients: ClientPair,
  transferIds: readonly bigint[],
  options: WriteOptions = {},
): Promise<ReclaimBatchResult> {
  for (const transferId of transferIds) assertTransferId(transferId)
  if (transferIds.length === 0 || transferIds.length > MAX_RECLAIM_BATCH)
    throw new InvalidInputError(
      'transferIds',
      `A batch holds 1 to ${MAX_RECLAIM_BATCH} transfers, not ${transferIds.length}.`,
    )
  requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  const contract = contractOf(clients, deployment)
  const receipt = await execute(
    clients,
    deployment,
    {
      to: contract,
      abi: protectedTransferAbi,
      data: encodeFunctionData({
        abi: protectedTransferAbi,
        functionName: 'reclaimExpiredBatch',
        args: [transferIds],
      }),
      attempted: `returning ${transferIds.length} transfers`,
      minGas: gasPerReturn * BigInt(transferIds.length + 1),
    },
    options,
  )
  const done = new Set<bigint>()
  for (const event of eventsOf(receipt.logs, contract))
    if (event.eventName === 'TransferReclaimed') done.add(event.args.transferId)
  return {
    txHash: receipt.transactionHash,
    reclaimed: transferIds.filter((id) => done.has(id)),
    skipped: transferIds.filter((id) => !done.has(id)),
  }
}
