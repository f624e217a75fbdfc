import type { Hash, TransactionReceipt } from 'viem'
import { getTransactionReceipt, waitForTransactionReceipt } from 'viem/actions'
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

type ReceiptOptions = {
  blockTimeMs: number
  /** Whether the transaction was sent a moment ago: then the next block is waited for before anything is asked. */
  isNew?: boolean | undefined
}

/** How long a write is waited for by default. */
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
  { blockTimeMs, timeoutMs = defaultTimeoutMs, signal, isNew = false }: WaitOptions & ReceiptOptions,
): Promise<TransactionReceipt> {
  const deadline = performance.now() + timeoutMs
  const pollingInterval = Math.min(Math.max(blockTimeMs / 2, 50), 4_000, Math.max(timeoutMs / 4, 10))
  let replaced: 'cancelled' | 'replaced' | undefined
  let lastFailure: unknown
  if (isNew) {
    const early = await waitShortly(client, txHash, { blockTimeMs, pollingInterval, deadline, signal })
    if (early?.status === 'reverted') throw new TransactionRevertedError(attempted, early.transactionHash)
    if (early !== undefined) return early
  }
  for (;;) {
    const timeout = deadline - performance.now()
    if (signal?.aborted) throw new TransactionUnconfirmedError(attempted, txHash, signal.reason)
    if (timeout <= 0) throw new TransactionUnconfirmedError(attempted, txHash, lastFailure)
    const waiting = () =>
      waitForTransactionReceipt(client, {
        hash: txHash,
        pollingInterval,
        timeout,
        onReplaced: ({ reason }) => {
          if (reason !== 'repriced') replaced = reason
        },
      })
    try {
      const receipt = await withDeadline(waiting, { signal })
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

/**
 * Asks for the receipt alone, when the next block and the one after it are due: of a transaction that goes through, nothing
 * else is needed.
 *
 * @returns `undefined` where there is none yet.
 */
async function waitShortly(
  client: ReadClient,
  txHash: Hash,
  {
    blockTimeMs,
    pollingInterval,
    deadline,
    signal,
  }: { blockTimeMs: number; pollingInterval: number; deadline: number; signal: AbortSignal | undefined },
): Promise<TransactionReceipt | undefined> {
  for (const waitMs of [Math.min(blockTimeMs, mostFirstWaitMs), pollingInterval]) {
    if (signal?.aborted || performance.now() + waitMs >= deadline) return undefined
    await pause(waitMs, signal)
    try {
      const timeoutMs = deadline - performance.now()
      return await withDeadline(() => getTransactionReceipt(client, { hash: txHash }), { timeoutMs, signal })
    } catch {
      // Silence, and no receipt yet, are the same: the waiting goes on.
    }
  }
  return undefined
}

/** On a slow chain the next block may come at any moment. */
const mostFirstWaitMs = 2_000
