import { isBefore } from '../history/moments.js'
import type { Bait, Counterparty } from '../history/prepareHistory.js'

/** Whether forged or signed records advertised an address before it was known. Dust does not: honest payees send it. */
export function isAdvertised(party: Counterparty): boolean {
  return tellingBaits(party).some(({ kind }) => kind !== 'dust')
}

/**
 * The baits that can count against an address: not those after it was first known by a reference's amount, which any reader of
 * the chain can forge about any payee. A cent paid before its baits clears no imitation of them.
 */
export function tellingBaits({ knownSince, baits }: Counterparty): readonly Bait[] {
  return baits.filter(({ record }) => !isBefore(knownSince, [record]))
}
