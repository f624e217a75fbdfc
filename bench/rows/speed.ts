import type { Row } from './row.js'

/** What libauth recognized in a processor second on the machine on which the goals of processor time were set. */
const referenceRate = 13_000

/**
 * How fast this machine is, under the load it has: 1 is as fast as the one on which the goals were set. The peer of the row
 * of recognition is code that is not ours and does not change, so it measures the machine and nothing else.
 */
export function speedOf(recognition: readonly Row[]): number {
  const rate = recognition[0]?.peer?.value
  if (rate === undefined) throw new Error('The row of recognition has no peer to measure the machine by.')
  return rate / referenceRate
}
