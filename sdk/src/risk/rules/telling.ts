import { isBefore } from '../internal/moments.js'
import type { Bait, Counterparty } from '../prepareHistory.js'

/** Whether nothing advertised an address before it was paid. */
export function isClean(party: Counterparty): boolean {
  return tellingBaits(party).length === 0
}

/**
 * The baits that can count against an address: not those after its first payment, which any reader of the chain can forge
 * about any payee.
 */
export function tellingBaits({ firsts, baits }: Counterparty): readonly Bait[] {
  return baits.filter(({ record }) => !isBefore(firsts, [record]))
}
