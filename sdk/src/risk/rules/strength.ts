import type { ReferenceStrength } from '../../errors/risk.js'
import { comparableShare, referenceAmount, settledPayments } from '../grades/thresholds.js'
import { isBefore } from '../history/moments.js'
import type { Counterparty } from '../history/prepareHistory.js'
import { tellingBaits } from './telling.js'

/**
 * How well the sender knows a reference that a target resembles; `undefined` where it is only recorded. Little money makes
 * nothing genuine: an impostor that was paid a cent first is weak beside its model.
 */
export function strengthOf(reference: Counterparty, target: Counterparty): ReferenceStrength | undefined {
  return compare(reference, worthOf(reference, target), target, worthOf(target, reference))
}

/**
 * Whether the sender knows a target as well as a strong reference. Money paid after a bait counts for nothing beside a
 * contact either; to save an address, on the other hand, takes nothing from another one.
 */
export function isEqual(target: Counterparty, reference: Counterparty): boolean {
  const paid = reference.saved && tellingBaits(target).length > 0 ? 0n : worthOf(target, reference)
  return compare(target, paid, reference, worthOf(reference, target)) === 'strong'
}

/** Whether so little was paid to a reference that it cannot be what the sender means by a target it knows well. */
export function isNegligible(reference: Counterparty, target: Counterparty): boolean {
  return worthOf(reference, target) < referenceAmount
}

/**
 * Whether only a person can say which of two addresses was advertised to deceive: the later one was, by records that another
 * account forged, and has then been paid well in two payments or more. A forged record before the first payment to a payee must
 * not hand that payee's place to an imitation that was paid a dollar. One payment may have been the theft.
 */
export function isContested(one: Counterparty, other: Counterparty): boolean {
  return overtakes(one, other) || overtakes(other, one)
}

function overtakes(late: Counterparty, early: Counterparty): boolean {
  const isPaidWell = late.payments >= settledPayments && compare(late, late.paid, early, early.paid) === 'strong'
  const hasAdvertisedItself = tellingBaits(late).some(({ by, kind }) => by === 'target' && kind !== 'dust')
  const isDiscounted = worthOf(late, early) < late.paid
  return isPaidWell && isDiscounted && !early.saved && !hasAdvertisedItself
}

function compare(one: Counterparty, paid: bigint, other: Counterparty, most: bigint): ReferenceStrength | undefined {
  // A single payment outranks nothing, however large: it may have been the theft.
  const isComparable = other.payments < settledPayments || paid * comparableShare >= most
  if (one.saved || one.isSettled || (paid >= referenceAmount && isComparable)) return 'strong'
  if (one.payments > 0) return 'weak'
  const hasPaid = one.income >= referenceAmount && one.income * comparableShare >= other.income
  return one.isImported || hasPaid ? 'soft' : undefined
}

/**
 * What an address was paid. Money paid after a bait had advertised it counts for nothing beside an address that was known
 * well before: of the thefts on Ethereum 10.7 % are repeated (Tsuchiya et al., arXiv:2501.16681).
 */
function worthOf(one: Counterparty, other: Counterparty): bigint {
  const isKnownLater =
    other.saved === 'own' || (other.paid >= referenceAmount && isBefore(other.knownSince, one.knownSince))
  return isKnownLater && tellingBaits(one).length > 0 ? 0n : one.paid
}
