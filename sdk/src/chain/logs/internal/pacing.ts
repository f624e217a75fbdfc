import { backoff } from '../../backoff.js'

/** How many requests may be in flight, and when the next may start. */
export type Pacing = {
  /** True while one more request may start now. */
  hasRoom: () => boolean
  /** True while an answer must come before another request may start. */
  isFull: () => boolean
  /** Milliseconds until requests may start again; 0 when they may now. */
  pauseMs: () => number
  /** Books a started request. */
  started: () => Ticket
  /** Books an answer, whatever it says, that was not a throttling. */
  answered: (ticket: Ticket, succeeded: boolean) => void
  /** Books a throttling; returns how many came in a row without any success. */
  throttled: (ticket: Ticket, waitMs: number | undefined) => number
  /** Requests in flight that the endpoint is known to bear. */
  bearable: () => number
}

export type Ticket = { readonly number: number }

/**
 * Finds the number of requests an endpoint bears: doubles it every round trip until the first throttling, then halves it
 * and from there on adds one at a time, ever more rarely, since every probe that fails costs a pause.
 */
export function createPacing(options: {
  most: number
  start: number
  delayMs: number
  maxDelayMs: number
  now: () => number
}): Pacing {
  const { most, delayMs, maxDelayMs, now } = options
  let window = Math.min(most, Math.max(1, options.start))
  let settled = false
  let patience = 32
  let successes = 0
  let inFlight = 0
  let count = 0
  /** Requests up to this one were sent before the last cut: their throttling says nothing new. */
  let cutAt = 0
  let throttlings = 0
  let pausedUntil = 0

  const isFull = () => inFlight >= Math.floor(window)

  return {
    hasRoom: () => !isFull() && now() >= pausedUntil,
    isFull,
    pauseMs: () => Math.max(0, pausedUntil - now()),
    started() {
      inFlight++
      return { number: ++count }
    },
    answered(_ticket, succeeded) {
      inFlight--
      if (!succeeded) return
      throttlings = 0
      if (!settled) window = Math.min(most, window + 1)
      else if (++successes >= patience * window) {
        window = Math.min(most, window + 1)
        successes = 0
      }
    },
    throttled({ number }, waitMs) {
      inFlight--
      if (number > cutAt) {
        window = Math.max(1, Math.floor(window / 2))
        cutAt = count
        throttlings++
        successes = 0
        if (settled) patience = Math.min(patience * 2, 1024)
        settled = true
      }
      const wait = waitMs ?? backoff(throttlings, delayMs, maxDelayMs)
      pausedUntil = Math.max(pausedUntil, now() + wait)
      return throttlings
    },
    bearable: () => Math.floor(window),
  }
}
