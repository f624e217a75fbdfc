import { SignatureDeclinedError, WalletSilentError } from '../../errors/transaction.js'
import { isDeclined, isUnanswered } from '../failure.js'
import { DeadlineError, withDeadline } from '../withDeadline.js'

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

/** What a wallet is asked for. */
export type Prompt = {
  /** As in "while …". */
  attempted: string
  /** Whether the wallet broadcasts by itself, so that a late answer moves money. A signature that comes late is dropped. */
  sends: boolean
  /** The error for a wallet that fails without saying that its user declined. */
  refused: (error: unknown) => Error
}

/**
 * Asks a wallet for something that a person may need to confirm, and stops waiting when the time is over or the caller
 * gives up.
 *
 * @throws {@link WalletSilentError} when the time is over, when the wallet has an earlier question open or no connection, or
 *   when a caller gave up on a wallet that may still send;
 *   {@link SignatureDeclinedError}; what `refused` returns; the reason of `signal` where nothing can come of it.
 */
export async function askWallet<value>(
  ask: () => Promise<value>,
  { attempted, sends, refused }: Prompt,
  { timeoutMs = promptTimeoutMs, signal }: PromptOptions,
): Promise<value> {
  signal?.throwIfAborted()
  try {
    return await withDeadline(ask, { timeoutMs, signal })
  } catch (error) {
    // What is still open in it may be this very payment, asked for before a reload.
    if (error instanceof DeadlineError || isUnanswered(error)) throw new WalletSilentError(attempted, sends)
    if (!sends) signal?.throwIfAborted()
    if (signal?.aborted && error === signal.reason) throw new WalletSilentError(attempted, sends, error)
    throw isDeclined(error) ? new SignatureDeclinedError(attempted) : refused(error)
  }
}

/** A person may need to fetch a device first. */
const promptTimeoutMs = 600_000
