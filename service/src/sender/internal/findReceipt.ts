import { type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { isWhole } from '../../chains/isWhole.js'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { Attempt, PendingTransaction } from './PendingTransaction.js'

/**
 * Finds the receipt of an attempt at a nonce. The first endpoint that has it, with block, outcome and logs, decides: others may be
 * behind.
 *
 * @throws When the chain does not answer.
 */
export async function findReceipt(
  { client, endpoints }: Pick<ServedChain, 'client' | 'endpoints'>,
  { attempts, usedSince }: PendingTransaction,
): Promise<{ attempt: Attempt; receipt: TransactionReceipt } | undefined> {
  for (const attempt of attempts.toReversed()) {
    for (const endpoint of [client, ...(usedSince === undefined ? [] : endpoints)]) {
      const receipt = await getTransactionReceipt(endpoint, { hash: attempt.hash }).catch((error: unknown) => {
        if (error instanceof TransactionReceiptNotFoundError || endpoint !== client) return undefined
        throw error
      })
      if (receipt && isWhole(receipt)) return { attempt, receipt }
    }
  }
  return undefined
}
