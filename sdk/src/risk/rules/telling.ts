import { isBefore } from '../history/moments.js'
import type { Bait, Counterparty } from '../history/prepareHistory.js'

/** Whether forged or signed records advertised an address before it was paid. Dust does not: honest payees send it. */
export function isAdvertised(party: Counterparty): boolean {
  return tellingBaits(party).some(({ kind }) => kind !== 'dust')
}

/**
 * The baits that can count against an address: not those after its first payment, which any reader of the chain can forge
 * about any payee.
 */
export function tellingBaits({ firsts, baits }: Counterparty): readonly Bait[] {
  return baits.filter(({ record }) => !isBefore(firsts, [record]))
}
