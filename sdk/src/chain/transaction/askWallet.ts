import { WalletSilentError } from '../../errors/transaction.js'
import { withDeadline } from '../withDeadline.js'

/** How long a person is waited for, and how to stop. */
export type PromptOptions = {
  /**
   * How long a wallet may leave its prompt unanswered.
   * @default 600000
   */
  timeoutMs?: number | undefined
  /** Stops the waiting; it cannot close the wallet's window. */
  signal?: AbortSignal | undefined
}

/**
 * Asks a wallet for something that a person may need to confirm, and stops waiting when the time is over or the caller
 * gives up.
 *
 * @param prompt - `attempted` as in "while …"; `sends` where the wallet broadcasts by itself, so that a late answer moves
 *   money. A signature that comes late is dropped.
 * @throws {@link WalletSilentError} when the time is over, or when a caller gave up on a wallet that may still send; the
 *   reason of `signal` where nothing can come of it; what the wallet throws.
 */
export async function askWallet<value>(
  ask: () => Promise<value>,
  { attempted, sends }: { attempted: string; sends: boolean },
  { timeoutMs = promptTimeoutMs, signal }: PromptOptions,
): Promise<value> {
  signal?.throwIfAborted()
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), Math.min(timeoutMs, maxTimerMs))
  try {
    const ended = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal
    return await withDeadline(ask, { signal: ended })
  } catch (error) {
    if (silence.signal.aborted && error === silence.signal.reason) throw new WalletSilentError(attempted, sends)
    if (signal?.aborted && error === signal.reason && sends) throw new WalletSilentError(attempted, sends, error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A person may need to fetch a device first. */
const promptTimeoutMs = 600_000

/** A timer that is to count further runs out at once. */
const maxTimerMs = 2 ** 31 - 1
