import type { PairDecision } from '../history/PairDecision.js'
import type { Counterparty } from '../history/prepareHistory.js'

/**
 * Decisions of one sender, the one that counts first. A moment in the future, of a clock that went wrong, is not a time at which
 * anything was decided: such a decision yields to every other one, and to whatever its address has signed.
 */
export function sortDecisions(pairs: readonly PairDecision[], sender: string, now: Date): PairDecision[] {
  const isPast = ({ at }: PairDecision) => at <= Number(now)
  return pairs
    .filter((pair) => pair.sender.toLowerCase() === sender.toLowerCase())
    .sort((a, b) => Number(isPast(b)) - Number(isPast(a)) || b.at - a.at)
    .map((pair) => (isPast(pair) ? pair : { ...pair, at: 0 }))
}

/**
 * What the sender has decided about two addresses that look alike: the one to keep, or `undefined`.
 *
 * @param pairs - As {@link sortDecisions} returns them.
 */
export function findKept(one: Counterparty, other: Counterparty, pairs: readonly PairDecision[]): string | undefined {
  const parties = [one, other]
  const latest = pairs
    .map(({ keep, over, at }) => ({ kept: keep.toLowerCase(), over: over.toLowerCase(), at }))
    .find(({ kept, over }) => parties.every(({ address }) => address === kept || address === over))
  const isRight = latest && parties.some((party) => party.address === latest.kept && !isRefuted(party, latest.at))
  return isRight ? latest.kept : undefined
}

/** An honest payee has no reason to advertise itself; its payments do not count. */
function isRefuted({ baits }: Counterparty, at: number): boolean {
  return baits.some(
    ({ by, kind, record }) =>
      by === 'target' && kind !== 'dust' && !(record.timestamp && Number(record.timestamp) <= at),
  )
}
