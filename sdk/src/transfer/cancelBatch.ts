import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeFunctionData, type Hash } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { meantNetwork } from '../chain/network.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { assertBatchSize, batchRefusal, eachItem } from './internal/batch.js'
import { assertTransferId, contractOf, transferRefusal } from './internal/contract.js'

/**
 * Takes the money of 1 to 100 transfers back in one transaction, all or none. Sender only.
 *
 * @returns Hash of the mined transaction that refunded the sender.
 * @throws {@link BatchItemFailedError} with the place of the id, and as `cause` what `cancel` throws.
 * @example
 * const hash = await cancelBatch(clients, [42n, 43n])
 */
export async function cancelBatch(
  clients: ClientPair,
  transferIds: readonly bigint[],
  options: WriteOptions = {},
): Promise<Hash> {
  assertBatchSize('transferIds', transferIds)
  eachItem(transferIds, assertTransferId)
  requireAccount(clients.walletClient)
  const deployment = await meantNetwork(clients)
  const attempted = `cancelling ${transferIds.length} transfers`
  const call = {
    to: contractOf(clients, deployment),
    data: encodeFunctionData({ abi: protectedTransferAbi, functionName: 'cancelBatch', args: [transferIds] }),
    abi: protectedTransferAbi,
    attempted,
    onRevert: batchRefusal(attempted, (index) => transferRefusal(transferIds[index] ?? 0n)),
  }
  const { transactionHash } = await execute(clients, deployment, call, options)
  return transactionHash
}
