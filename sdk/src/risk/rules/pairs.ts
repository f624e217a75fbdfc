import type { PairDecision } from '../history/PairDecision.js'
import type { Counterparty } from '../history/prepareHistory.js'

/** What the sender has decided about two addresses that look alike: the one to keep, or `undefined`. */
export function findKept(one: Counterparty, other: Counterparty, pairs: readonly PairDecision[]): string | undefined {
  const parties = [one, other]
  const latest = pairs
    .map(({ keep, over, at }) => ({ kept: keep.toLowerCase(), over: over.toLowerCase(), at }))
    .filter(({ kept, over }) => parties.every(({ address }) => address === kept || address === over))
    .sort((a, b) => b.at - a.at)[0]
  const party = parties.find(({ address }) => address === latest?.kept)
  return latest && party && !isRefuted(party, latest.at) ? latest.kept : undefined
}

/** An honest payee has no reason to advertise itself; its payments do not count. */
function isRefuted({ baits }: Counterparty, at: number): boolean {
  return baits.some(
    ({ by, kind, record }) =>
      by === 'target' && kind !== 'dust' && !(record.timestamp && Number(record.timestamp) <= at),
  )
}
