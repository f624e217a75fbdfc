/** The request took longer than the reader waits. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** Waits for a promise until `timeoutMs` are over or `signal` fires; whatever comes later is ignored. */
export function withTimeout<value>(promise: Promise<value>, timeoutMs: number, signal: AbortSignal): Promise<value> {
  return new Promise((resolve, reject) => {
    const abort = () => settle(() => reject(signal.reason))
    const timer = setTimeout(
      () => settle(() => reject(new TimeoutError(`No answer came within ${timeoutMs} ms.`))),
      timeoutMs,
    )
    const settle = (how: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      how()
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
    promise.then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    )
  })
}
