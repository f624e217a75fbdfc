import type { Hash, TransactionReceipt } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import {
  TransactionReplacedError,
  TransactionRevertedError,
  TransactionUnconfirmedError,
} from '../../errors/transaction.js'
import type { ReadClient } from '../clients.js'
import { causesOf, withoutSecrets } from '../failure.js'
import { pause } from '../sleep.js'
import { withDeadline } from '../withDeadline.js'

/** How long to wait, and how to stop waiting. */
export type WaitOptions = {
  /** @default 120000 */
  timeoutMs?: number | undefined
  /** Stops the waiting, not the transaction. */
  signal?: AbortSignal | undefined
}

/** How long a write is waited for where nobody says. */
export const defaultTimeoutMs = 120_000

/**
 * Waits for one confirmation. Failing polls (a throttled or absent node) are taken as silence, not as an answer.
 *
 * @param attempted - What the transaction does, as in "while …", for the errors.
 * @throws {@link TransactionRevertedError} mined but reverted. {@link TransactionReplacedError} the wallet put another
 *   transaction in its place. {@link TransactionUnconfirmedError} no receipt in time, or waiting was aborted.
 */
export async function waitForReceipt(
  client: ReadClient,
  txHash: Hash,
  attempted: string,
  { blockTimeMs, timeoutMs = defaultTimeoutMs, signal }: WaitOptions & { blockTimeMs: number },
): Promise<TransactionReceipt> {
  const deadline = performance.now() + timeoutMs
  const pollingInterval = Math.min(Math.max(blockTimeMs / 2, 50), 4_000, Math.max(timeoutMs / 4, 10))
  let replaced: 'cancelled' | 'replaced' | undefined
  let lastFailure: unknown
  for (;;) {
    const timeout = deadline - performance.now()
    if (signal?.aborted) throw new TransactionUnconfirmedError(attempted, txHash, signal.reason)
    if (timeout <= 0) throw new TransactionUnconfirmedError(attempted, txHash, lastFailure)
    const waiting = waitForTransactionReceipt(client, {
      hash: txHash,
      pollingInterval,
      timeout,
      onReplaced: ({ reason }) => {
        if (reason !== 'repriced') replaced = reason
      },
    })
    try {
      const receipt = await withDeadline(() => waiting, { signal })
      if (replaced !== undefined) throw new TransactionReplacedError(attempted, txHash, receipt.transactionHash)
      if (receipt.status === 'reverted') throw new TransactionRevertedError(attempted, receipt.transactionHash)
      return receipt
    } catch (error) {
      if (error instanceof TransactionReplacedError || error instanceof TransactionRevertedError) throw error
      if (!causesOf(error).some(({ name }) => name === 'WaitForTransactionReceiptTimeoutError'))
        lastFailure = withoutSecrets(error)
      await pause(Math.min(pollingInterval, Math.max(deadline - performance.now(), 0)), signal)
    }
  }
}
