import { protectedTransferAbi } from '@holdfast/contracts'
import type { Hash } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { meantNetwork } from '../chain/network.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { encodeReclaimBatch } from './encodeReclaimBatch.js'
import { contractOf } from './internal/contract.js'
import { interpretReclaimReceipt } from './interpretReclaimReceipt.js'

/** What a batch of returns did. */
export type ReclaimBatchResult = {
  txHash: Hash
  /** Ids whose money went back to its sender in this transaction. */
  reclaimed: readonly bigint[]
  /** Ids that stayed as they are: not expired, settled before, unknown, or the sender cannot be paid now. */
  skipped: readonly bigint[]
}

/**
 * Sends expired, unclaimed transfers back to their senders in one transaction. Anyone may call it. One that cannot be
 * returned does not stop the others.
 *
 * @param transferIds - 1 to 50 ids, `MAX_RECLAIM_BATCH`.
 * @example
 * const { reclaimed, skipped } = await reclaimExpiredBatch(clients, [42n, 43n])
 */
export async function reclaimExpiredBatch(
  clients: ClientPair,
  transferIds: readonly bigint[],
  options: WriteOptions = {},
): Promise<ReclaimBatchResult> {
  const { data, minGas } = encodeReclaimBatch(transferIds)
  requireAccount(clients.walletClient)
  const deployment = await meantNetwork(clients)
  const contract = contractOf(clients, deployment)
  const receipt = await execute(
    clients,
    deployment,
    {
      to: contract,
      abi: protectedTransferAbi,
      data,
      attempted: `returning ${transferIds.length} transfers`,
      minGas,
    },
    options,
  )
  return { txHash: receipt.transactionHash, ...interpretReclaimReceipt(receipt.logs, contract, transferIds) }
}
