import { withDeadline } from './withDeadline.js'

/** Waits, and rejects with the signal's reason when the caller gives up. */
export function sleep(delayMs: number, signal?: AbortSignal | undefined): Promise<void> {
  return withDeadline(
    (ended) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, delayMs)
        ended.addEventListener('abort', () => clearTimeout(timer))
      }),
    { signal },
  )
}

/** Waits, and resolves at once when the caller gives up; never rejects. */
export function pause(delayMs: number, signal?: AbortSignal | undefined): Promise<void> {
  return sleep(delayMs, signal).catch(() => {})
}
