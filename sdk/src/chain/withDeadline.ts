/**
 * Runs something that waits, and stops waiting when the time is over or the caller gives up.
 *
 * @param run - Gets a signal that ends it; a `run` that ignores it is left behind.
 * @throws The signal's reason, or a {@link DeadlineError}.
 */
export async function withDeadline<value>(
  run: (signal: AbortSignal) => Promise<value>,
  { timeoutMs, signal }: { timeoutMs?: number | undefined; signal?: AbortSignal | undefined },
): Promise<value> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const forward = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', forward)
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(new DeadlineError(timeoutMs)), Math.min(timeoutMs, maxTimerMs))
  try {
    return await new Promise<value>((resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
      run(controller.signal).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forward)
  }
}

/** The time was over. */
export class DeadlineError extends Error {
  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms.`)
  }
}

/** A timer that is to count further runs out at once. */
const maxTimerMs = 2 ** 31 - 1
