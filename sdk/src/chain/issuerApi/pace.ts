import { sleep } from '../sleep.js'

/**
 * Keeps this process under the issuer's limit of 35 requests a second and host, whose crossing blocks the caller for five
 * minutes: requests to one host start at least so far apart, and none starts while the host must be left alone.
 */
export type Pace = {
  /** Milliseconds for which the host is still left alone; 0 when it may be asked. */
  pausedForMs: () => number
  /** Resolves when it is the caller's turn. @throws The signal's reason. */
  turn: (signal: AbortSignal) => Promise<void>
  /** The host said that it is asked too often. @returns How long it is left alone now. */
  backOff: (retryAfterMs: number | undefined) => number
  /** The host has answered. */
  recover: () => void
}

/** Twenty a second: other tabs and processes may share the caller's address. */
const spacingMs = 50

const firstPauseMs = 5_000
/** As long as the issuer blocks those who do not listen. */
const longestPauseMs = 300_000

export function createPace(): Pace {
  let line: Promise<void> = Promise.resolve()
  let lastStart = Number.NEGATIVE_INFINITY
  let pausedUntil = 0
  let refusals = 0
  const pausedForMs = () => Math.max(0, pausedUntil - performance.now())
  return {
    pausedForMs,
    turn(signal) {
      const turn = line.then(async () => {
        const waitMs = lastStart + spacingMs - performance.now()
        if (waitMs > 0) await sleep(waitMs, signal)
        signal.throwIfAborted()
        lastStart = performance.now()
      })
      // Who gives up leaves the line, and those behind go on.
      line = turn.catch(() => {})
      return turn
    },
    backOff(retryAfterMs) {
      // Requests that were under way together are refused together, and are one refusal.
      if (pausedForMs() === 0) refusals += 1
      const doubled = Math.min(longestPauseMs, firstPauseMs * 2 ** (refusals - 1))
      const pauseMs = Math.min(longestPauseMs, Math.max(retryAfterMs ?? doubled, 0))
      pausedUntil = Math.max(pausedUntil, performance.now() + pauseMs)
      return pausedForMs()
    },
    recover() {
      if (pausedForMs() === 0) refusals = 0
    },
  }
}

const paces = /* @__PURE__ */ new Map<string, Pace>()

/** One pace for everything that asks one host. */
export function paceOf(host: string): Pace {
  const known = paces.get(host)
  if (known !== undefined) return known
  const pace = createPace()
  paces.set(host, pace)
  return pace
}

/**
 * Forgets that a host of the issuer has asked to be left alone. For tests; asking on against its wish earns a block of five
 * minutes.
 *
 * @example
 * clearIssuerState()
 */
export function clearIssuerState(): void {
  paces.clear()
}
