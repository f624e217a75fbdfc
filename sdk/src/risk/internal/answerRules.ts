import type { Address } from 'viem'
import type { RiskReason } from '../../errors/risk.js'
import { isLookalike } from '../isLookalike.js'
import { sharedEnds } from '../similarity.js'
import type { HistoryFindings } from './gradedRules.js'
import { lookalikeReason } from './lookalikeReason.js'

/** The rules for a provider that gives three answers and no records: nothing is dated, so of two payees both block. */
export function judgeByAnswers(
  target: Address,
  vouched: readonly Address[],
  paid: readonly Address[],
  isKnown: boolean,
  zeroValueTransfers: number | null | undefined,
): HistoryFindings {
  const isPaid = paid.some((address) => address.toLowerCase() === target.toLowerCase())
  const reasons: RiskReason[] = []
  const lookalikeOf = closest(target, vouched) ?? closest(target, paid)
  if (lookalikeOf) reasons.push(lookalikeReason('block', lookalikeOf, isPaid))
  if (zeroValueTransfers && !isKnown)
    reasons.push({
      code: 'ZERO_VALUE_BAIT',
      severity: 'block',
      message: 'Transfers of nothing advertise this address in your history.',
      count: zeroValueTransfers,
    })
  return { reasons, isPaid }
}

/** The address that a payer of `target` probably means: of several, the one that shares most characters. */
function closest(target: Address, known: readonly Address[]): Address | undefined {
  let best: Address | undefined
  let most = 0
  for (const address of known) {
    if (!isLookalike(target, address)) continue
    const { prefix, suffix } = sharedEnds(target.toLowerCase(), address.toLowerCase())
    if (prefix + suffix > most) [best, most] = [address, prefix + suffix]
  }
  return best
}
