import type { Address } from 'viem'
import type { CosignParts } from './CosignParts.js'
import type { Evaluation } from './Evaluation.js'

/** How audit records name an address: nothing links it to a box without the co-signer key. */
export function pseudonymOf(
  { sealer }: Pick<CosignParts, 'sealer'>,
  { chain }: Pick<Evaluation, 'chain'>,
  address: Address,
): string {
  return sealer.pseudonym(`${chain.id}:${address.toLowerCase()}`)
}
