import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeFunctionData, type Hash } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { meantNetwork } from '../chain/network.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { assertBatchSize, batchRefusal, eachItem } from './internal/batch.js'
import { contractOf } from './internal/contract.js'
import { claimCallArgs, keyRefusal } from './internal/keyClaim.js'
import { interpretClaimReceipt } from './interpretClaimReceipt.js'
import type { SignedClaim } from './signClaim.js'

/**
 * Submits 1 to 100 claims that claim keys have signed in one transaction, all or none. Any account may. Codes cannot be claimed
 * in a batch: one that reverts could not count a wrong code.
 *
 * @returns Hash of the mined transaction that paid all recipients.
 * @throws {@link BatchItemFailedError} with the place of the claim, and as `cause` what `claimWithKey` throws.
 * @example
 * const key = claimKeyFromCode('7K3M-9QXV-AB2C-DEFG')
 * const signed = await signClaim(key, { chainId: 5042002, transferId: 42n, recipient })
 * const hash = await claimWithKeyBatch(clients, [signed])
 */
export async function claimWithKeyBatch(
  clients: ClientPair,
  claims: readonly SignedClaim[],
  options: WriteOptions = {},
): Promise<Hash> {
  assertBatchSize('claims', claims)
  const args = eachItem(claims, claimCallArgs).map(([transferId, recipient, signature]) => ({
    transferId,
    recipient,
    signature,
  }))
  requireAccount(clients.walletClient)
  const deployment = await meantNetwork(clients)
  const contract = contractOf(clients, deployment)
  const attempted = `claiming ${claims.length} transfers`
  const call = {
    to: contract,
    data: encodeFunctionData({ abi: protectedTransferAbi, functionName: 'claimWithKeyBatch', args: [args] }),
    abi: protectedTransferAbi,
    attempted,
    onRevert: batchRefusal(attempted, (index) => keyRefusal(args[index]?.transferId ?? 0n)),
  }
  const { logs, transactionHash } = await execute(clients, deployment, call, options)
  for (const { transferId } of args) interpretClaimReceipt(logs, contract, transferId, transactionHash)
  return transactionHash
}
