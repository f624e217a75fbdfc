/**
 * Milliseconds to wait after so many failures in a row: doubles from `delayMs` up to `maxDelayMs`; up to a quarter is taken
 * off at random, so that many clients do not come back at once.
 */
export function backoff(failures: number, delayMs: number, maxDelayMs: number): number {
  return Math.min(maxDelayMs, delayMs * 2 ** Math.max(0, failures - 1)) * (1 - Math.random() / 4)
}
