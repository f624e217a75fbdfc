import type { SharedEnds } from '../../chain/similarity.js'
import type { RiskLevel } from '../../errors/risk.js'
import type { Counterparty } from '../prepareHistory.js'
import { isClean } from './telling.js'
import { familyCharacters, familyMembers, settledPayments } from './thresholds.js'

/**
 * A beginning that its owner has chosen: two zeros in front, or three equal characters in a row. The one public false
 * alarm of a wallet's similarity rule was such a family, alike in 22 + 4 characters (MetaMask/core#9943); ERC-8117
 * exists because addresses with leading zeros are common.
 */
const vanityPrefix = /^00|(.)\1\1/

/**
 * Lowers the grade of a resemblance where both addresses may have been made alike: contracts of one maker, or vanity
 * addresses. A family that the history proves is not mentioned; one that is only possible stays a warning.
 *
 * @param target - What is recorded about the target.
 * @param alike - Payees of the sender that share the shown ends of the target and were not paid later.
 * @param isContract - Whether the target has code.
 */
export function softenForFamily(
  level: RiskLevel,
  { address, payments }: Counterparty,
  { prefix, suffix }: SharedEnds,
  alike: readonly Counterparty[],
  isContract: boolean,
): RiskLevel {
  const isPaid = payments > 0
  const isVanity = vanityPrefix.test(address.slice(2, 2 + prefix))
  const isAmongClean = alike.filter(isClean).length >= familyMembers
  // Forged baits about its members must not make an impostor of a payee.
  const isPossible = isContract || isVanity || isAmongClean || (isPaid && alike.length >= familyMembers)
  if (!isPossible || level === 'safe') return level
  const isProven = isContract
    ? isPaid || isVanity || isAmongClean || prefix + suffix >= familyCharacters
    : isPaid && (isAmongClean || (isVanity && payments >= settledPayments))
  return isProven ? 'safe' : 'warning'
}
