import { baitReason } from './baitReason.js'
import type { Facts, Finding } from './facts.js'

/**
 * A token outside the registry, moved by another account than the sender's, advertises the target: 57 % of the baits on
 * Ethereum (Tsuchiya et al., arXiv:2501.16681).
 *
 * Only a warning by itself, since its contract can write any two addresses into an event. Tokens sent to the sender are
 * advertisements of all kinds and count only where the target resembles a known address.
 */
export function counterfeitTokenBait(facts: Facts): Finding | undefined {
  return baitReason(facts, 'counterfeit', 'an unknown token', ({ isOut }) => isOut && !facts.isTrusted)
}
