import type { Address } from 'viem'
import { sharedEnds } from '../../chain/similarity.js'
import type { RiskReason } from '../../errors/risk.js'
import { AFFIX_LENGTH } from '../isLookalike.js'
import { lookalikeReason } from './lookalikeReason.js'

/** The rules for a provider that gives three answers and no records: nothing is dated, so of two payees both block. */
export function judgeByAnswers(
  target: Address,
  vouched: readonly Address[],
  paid: readonly Address[],
  isPaid: boolean,
  baits: number,
): RiskReason[] {
  const reasons: RiskReason[] = []
  const lookalikeOf = closest(target, vouched) ?? closest(target, paid)
  if (lookalikeOf) reasons.push(lookalikeReason('block', lookalikeOf, isPaid))
  if (baits > 0)
    reasons.push({
      code: 'ZERO_VALUE_BAIT',
      severity: 'block',
      message: 'Transfers of nothing advertise this address in your history.',
      count: baits,
    })
  return reasons
}

/** The address that a payer of `target` probably means: of all that {@link isLookalike} finds, the one most alike. */
function closest(target: Address, known: readonly Address[]): Address | undefined {
  return known
    .map((address) => ({ address, ...sharedEnds(target.toLowerCase(), address.toLowerCase()) }))
    .filter(({ prefix, suffix }) => Math.min(prefix, suffix) >= AFFIX_LENGTH && prefix < 40)
    .sort((a, b) => b.prefix + b.suffix - a.prefix - a.suffix)[0]?.address
}
