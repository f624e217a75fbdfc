import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeFunctionData } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { type ApproveOption, byApproval } from './internal/byApproval.js'
import { lockBatch, readBatch, sendingBatch } from './internal/lockBatch.js'
import { prepareBatch, type SendBatchOptions } from './internal/prepareBatch.js'
import type { SendFields } from './internal/prepareSend.js'
import type { SendProtectedResult } from './types.js'

/**
 * Locks USDC for 1 to 100 transfers in one transaction, all or none. Pulls from the connected account, so approve the sum
 * first, or let `approve: true` do it.
 *
 * The firewall judges each payee before anything is signed, by the sum that it gets, and each beside the others. Give
 * `checkOptions.provider` a `CachingDataProvider` that is kept for more than one batch.
 *
 * @param items - Terms, recipient, amount and claim hash of each; the zero address opens one, as for `sendProtected`.
 * @returns One result an item, in their order, of one transaction.
 * @throws {@link BatchItemFailedError} with the place of the item, and as `cause` what `sendProtected` throws; for the batch
 *   as a whole {@link InvalidInputError}, {@link InsufficientFundsError}, what every write throws.
 * @example
 * const [one, other] = [generateClaimCode(), generateClaimCode()]
 * const sent = await sendProtectedBatch(clients, [
 *   { configId, to, amount: 25_000_000n, claimHash: one.claimHash },
 *   { configId, to: recipient, amount: 5_000_000n, claimHash: other.claimHash },
 * ])
 */
export async function sendProtectedBatch(
  clients: ClientPair,
  items: readonly SendFields[],
  options: SendBatchOptions & ApproveOption = {},
): Promise<readonly SendProtectedResult[]> {
  const prepared = await prepareBatch(clients, items, options, { spender: 'contract' })
  const data = encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'sendProtectedBatch',
    args: [prepared.items],
  })
  return byApproval(
    clients,
    prepared,
    {
      data,
      attempted: sendingBatch,
      read: (receipt) => readBatch(receipt, prepared),
      send: () => lockBatch(clients, prepared, data, options),
    },
    options,
  )
}
