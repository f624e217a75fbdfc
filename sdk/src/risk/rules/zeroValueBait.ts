import type { Bait } from '../prepareHistory.js'
import { baitReason } from './baitReason.js'
import type { Facts, Finding } from './facts.js'

/**
 * A transfer of nothing advertises the target: 41 % of the baits on Ethereum (Tsuchiya et al., arXiv:2501.16681).
 *
 * The target's own signature proves that it wants to be found, so that blocks; an unknown signer counts as the target. A
 * third party's proves nothing: FiatToken's `transferFrom` of zero needs no allowance, so that any caller can emit
 * `Transfer(sender, target, 0)` about any two addresses. Where such a record shows the sender as the payer it is a warning,
 * because most baits leave no other trace: 99.9 % of the zero-value transfers of USDT on Ethereum are signed by third
 * parties (TrueSend, 1,200 blocks of September 2026).
 *
 * Without a history no signer is known, and every such transfer blocks a target that the sender does not know.
 */
export function zeroValueBait(facts: Facts): Finding | undefined {
  const { party, isOwn, isTrusted, isKnown, hasHistory, zeroValueTransfers } = facts
  if (isOwn) return undefined
  // Those that a source has counted and the history does not hold have no known signer.
  const held = party.baits.filter(({ kind, isOut }) => kind === 'zero' && !isOut).length
  const isExcused = hasHistory ? party.payments > 0 : isKnown
  const unsigned = isExcused ? 0 : Math.max(0, zeroValueTransfers - held)
  const isProof = ({ by }: Bait) => by !== 'other'
  const isTelling = (bait: Bait) => isProof(bait) || (bait.isOut && !isTrusted)
  return baitReason(facts, 'zero', 'nothing', isTelling, isProof, unsigned)
}
