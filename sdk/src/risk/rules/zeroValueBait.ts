import type { Bait } from '../history/prepareHistory.js'
import { baitReason } from './baitReason.js'
import type { Facts, Finding } from './facts.js'

/**
 * A transfer of nothing advertises the target: 41 % of the baits on Ethereum (Tsuchiya et al., arXiv:2501.16681).
 *
 * It blocks where the target resembles a known address. Otherwise it warns: honest payees sign an empty transaction now and
 * then, and a third party's record proves nothing. FiatToken's `transferFrom` of zero needs no allowance, so any caller can
 * emit `Transfer(sender, target, 0)` about any two addresses. A third party's record counts where it shows the sender as the
 * payer, because most baits leave no other trace: 99.9 % of the zero-value transfers of USDT on Ethereum are signed by
 * third parties (TrueSend, 1,200 blocks of September 2026).
 *
 * Where only a number of transfers is known and neither signer nor time, it blocks a target that the sender does not know,
 * and warns about one that the sender does.
 */
export function zeroValueBait(facts: Facts): Finding | undefined {
  const { party, isTrusted, zeroValueTransfers } = facts
  if (party.saved === 'own') return undefined
  const held = party.baits.filter(({ kind, isOut }) => kind === 'zero' && !isOut).length
  const isTelling = ({ by, isOut }: Bait) => by !== 'other' || (isOut && !isTrusted)
  return baitReason(facts, 'zero', 'nothing', isTelling, Math.max(0, zeroValueTransfers - held))
}
