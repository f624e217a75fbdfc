/**
 * Runs something that waits, and stops waiting when the time is over or the caller gives up.
 *
 * @param run - Gets a signal that ends it; a `run` that ignores it is left behind.
 * @throws The signal's reason, or an `Error` that names the limit.
 */
export async function withDeadline<value>(
  run: (signal: AbortSignal) => Promise<value>,
  { timeoutMs, signal }: { timeoutMs?: number | undefined; signal?: AbortSignal | undefined },
): Promise<value> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const giveUp = () => ending.abort(signal?.reason)
  const limit = () => ending.abort(new Error(`No answer within ${timeoutMs} ms.`))
  const timer = timeoutMs === undefined ? undefined : setTimeout(limit, timeoutMs)
  signal?.addEventListener('abort', giveUp)
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason))
  })
  try {
    return await Promise.race([run(ending.signal), ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}
