import type { Finding } from './Finding.js'

/**
 * Compares this machine's clock with the newest block.
 *
 * @param newestBlockAt - Unix seconds.
 * @param now - Unix seconds.
 */
export function checkClock(newestBlockAt: number, now: number): Finding {
  const skew = now - newestBlockAt
  const off = Math.abs(skew)
  const finding = { check: 'clock', subject: 'this machine', facts: { skew } } as const
  if (off <= closeSeconds)
    return { ...finding, status: 'ok', means: `within ${closeSeconds} s of the chain`, advice: null }
  return {
    ...finding,
    status: off <= farSeconds ? 'warning' : 'failed',
    means:
      skew < 0
        ? `${off} s behind the newest block: deadlines and signatures come out wrong`
        : `${off} s ahead of the newest block, or the chain has stopped`,
    advice: 'Set the clock by a time server.',
  }
}

/** Seconds between two blocks of the slowest chain, with room for a slow endpoint. */
const closeSeconds = 60

/** Seconds after which deadlines that the library sets are over before they begin. */
const farSeconds = 600
