import type { HistoryRecord } from './SenderHistory.js'

/** When something happened: on one chain by position, across chains by the clock. */
export type Moment = Pick<HistoryRecord, 'blockNumber' | 'logIndex' | 'timestamp' | 'transactionHash'> & {
  /** `undefined` where the source does not say. */
  chainId?: number | undefined
}

/**
 * Whether the earliest of some moments provably precedes the earliest of others: by the clock, or, where it is
 * missing or shows the same second, because on every chain of the others something comes before them.
 */
export function isBefore(some: readonly Moment[], others: readonly Moment[]): boolean {
  if (some.length === 0 || others.length === 0) return false
  const ahead = earliest(others) - earliest(some)
  return ahead > 0 || (!(ahead < 0) && others.every((other) => some.some((one) => precedes(one, other))))
}

/** The order of two moments, as far as it is known. */
export function compareMoments(one: Moment, other: Moment): number {
  const ahead = earliest([one]) - earliest([other])
  return ahead || Number(precedes(other, one)) - Number(precedes(one, other))
}

/** Whether one moment comes before another of the same chain. */
export function precedes(one: Moment, other: Moment): boolean {
  if (one.chainId !== other.chainId) return false
  if (one.blockNumber !== other.blockNumber) return one.blockNumber < other.blockNumber
  return one.logIndex < other.logIndex
}

/** Epoch milliseconds; NaN, which compares with nothing, where one of them has no time. */
function earliest(moments: readonly Moment[]): number {
  return Math.min(...moments.map(({ timestamp }) => (timestamp ? Number(timestamp) : Number.NaN)))
}
