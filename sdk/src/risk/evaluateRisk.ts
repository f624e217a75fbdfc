import type { Address } from 'viem'
import { parseAddress } from '../chain/address.js'
import type { RiskLevel, RiskReport, RiskRuleCode } from '../errors/risk.js'
import type { SenderHistory } from './history.js'
import type { AddressActivity, CounterpartyScan } from './IDataProvider.js'
import { judgeByAnswers } from './internal/answerRules.js'
import { isCount } from './internal/answers.js'
import { judgeByHistory } from './internal/gradedRules.js'
import { type PreparedHistory, prepareHistory } from './prepareHistory.js'

/** Age under which an address is fresh: 24 hours. */
export const FRESH_ADDRESS_MAX_AGE_MS = 86_400_000

/**
 * Judges one payment by facts already gathered. Asks nobody: {@link check} gathers and then calls this.
 *
 * With a `history` the graded rules decide. Whoever resembles somebody the sender knows is judged by how surprising
 * that is among so many, and more severely where something in the history advertises him. Of two payees that look alike
 * the one who was paid first is good to pay and the other an impostor, however often he has been paid since: every
 * tenth theft on record is a repeated one. What a third party can forge never blocks a payee who was paid before it, nor
 * anybody who resembles nobody.
 *
 * Without one the three answers decide by the published rules: four characters at both ends, and of two such payees
 * both are blocked.
 *
 * The worst reason decides; a good sign stands beside a bad one and lifts nothing. `NEW_ADDRESS` is not said of somebody
 * the sender knows (paid, verified, saved or own), `FRESH_ADDRESS` not of somebody saved or own.
 *
 * @param now - The clock for freshness, and the report's `checkedAt`.
 * @default new Date()
 * @throws {@link InvalidAddressError} when sender or target is malformed.
 * @example
 * const activity = { transactionCount: 3, firstSeenAt: new Date('2024-05-03') }
 * const history = prepareHistory({ sender, records: [], complete: true }, { contacts: [recipient] })
 * const report = evaluateRisk({ sender, target: to, activity, history })
 * if (report.level === 'block') console.log(report.reasons[0]?.lookalikeOf)
 */
export function evaluateRisk(input: RiskInput, now: Date = new Date()): RiskReport {
  const sender = parseAddress('sender', input.sender)
  const target = parseAddress('target', input.target)
  const { counterparties, zeroValueTransfers, verifiedRecipient } = input
  const activity = isUsable(input.activity) ? input.activity : null
  const own = [sender, ...(input.own ?? [])]
  const contacts = input.contacts ?? []
  const history = usableHistory(input, sender)
  // Where the whole history is known, it says better who was paid.
  const paid = history?.complete ? [] : (counterparties?.counterparties ?? [])
  const party = history?.find(target)
  const saved = party?.saved
  const isOwn = includes(own, target) || saved === 'own'
  const isVouched = isOwn || includes(contacts, target) || saved === 'contact'
  const isVerified = verifiedRecipient === true
  const isTrusted = isVouched || isVerified

  const missing: string[] = []
  if (!(counterparties ? isWhole(counterparties) : counterparties === undefined && history))
    missing.push('counterparties')
  if (input.history !== undefined && !history?.complete) missing.push('history')
  if (!activity) missing.push('activity')
  if (!((zeroValueTransfers ?? -1) >= 0 || (zeroValueTransfers === undefined && history)))
    missing.push('zeroValueTransfers')
  if (verifiedRecipient === null) missing.push('verifiedRecipient')

  const isPaid = includes(paid, target) || (party?.payments ?? 0) > 0
  const isKnown = isTrusted || isPaid
  const reasons = history
    ? judgeByHistory(history, target, {
        extra: [...own, ...contacts, ...paid].map((address) => address.toLowerCase() as Address),
        isOwn,
        isTrusted,
        targetIsContract: input.targetIsContract,
        zeroValueTransfers: zeroValueTransfers ?? 0,
      })
    : judgeByAnswers(target, [...own, ...contacts], paid, isPaid, isKnown ? 0 : (zeroValueTransfers ?? 0))
  // With the history at hand a payment is a good sign only where nothing else speaks against the payee.
  const isGoodSign = isVouched || (isPaid && (!history || reasons.length === 0))

  const add = (code: RiskRuleCode, severity: RiskLevel, message: string, sources?: string[]) =>
    reasons.push({ code, severity, message, ...(sources && { sources }) })

  if (missing.length > 0) {
    const isHistory = missing.includes('history') || (missing[0] === 'counterparties' && !history)
    const message = `Not every source answered in full: ${missing.join(', ')}.`
    add('DATA_UNAVAILABLE', isHistory && !isKnown ? 'block' : 'warning', message, missing)
  }
  if (activity?.transactionCount === 0 && activity.firstSeenAt === null && !isKnown)
    add('NEW_ADDRESS', 'warning', 'This address has no history on the chain.')
  if (activity?.firstSeenAt && !isVouched && !(Number(now) - Number(activity.firstSeenAt) >= FRESH_ADDRESS_MAX_AGE_MS))
    add('FRESH_ADDRESS', 'warning', 'First seen less than 24 hours ago.')
  if (isVerified) add('VERIFIED_RECIPIENT', 'safe', 'A protected transfer from you has settled there.')
  if (isGoodSign)
    add(
      'KNOWN_COUNTERPARTY',
      'safe',
      isPaid ? 'You have paid exactly this address before.' : 'This is exactly an address you saved or own.',
    )

  reasons.sort((a, b) => levels.indexOf(b.severity) - levels.indexOf(a.severity))
  return {
    target,
    sender,
    level: reasons[0]?.severity ?? 'safe',
    reasons,
    complete: missing.length === 0,
    checkedAt: now,
  }
}

/** Facts about one payment. `null` says that the source was asked and did not answer. */
export type RiskInput = {
  sender: Address
  target: Address
  /** From {@link IDataProvider.getOutgoingCounterparties} of the sender. May be left out where `history` is given. */
  counterparties?: CounterpartyScan | null | undefined
  /** Of the target. */
  activity: AddressActivity | null
  /** Transfers of nothing from target to sender. May be left out where `history` is given. */
  zeroValueTransfers?: number | null | undefined
  /** The transfer contract's `isVerifiedRecipient`; `undefined` where nobody asked, which is no missing source. */
  verifiedRecipient?: boolean | null | undefined
  /** Addresses the person has saved. */
  contacts?: readonly Address[] | undefined
  /** Further addresses of the sender: accounts, boxes, vaults. */
  own?: readonly Address[] | undefined
  /**
   * What is recorded about the sender: brings the graded rules in. Prepare it with {@link prepareHistory} to judge many
   * targets. `undefined` where nobody asked: then the answers above decide by the published rules.
   */
  history?: SenderHistory | PreparedHistory | null | undefined
  /** Whether the target has code. A contract that only resembles another address is a warning, never a block. */
  targetIsContract?: boolean | null | undefined
}

function includes(list: readonly Address[], target: Address): boolean {
  const sought = target.toLowerCase()
  return list.some((address) => address.toLowerCase() === sought)
}

/** Nonsense is no answer: what is not well-formed must not look like a target of which nothing bad is known. */
function isUsable(activity: AddressActivity | null): boolean {
  const seen = activity?.firstSeenAt
  return isCount(activity?.transactionCount) && (seen === null || seen instanceof Date)
}

function isWhole({ counterparties, complete }: CounterpartyScan): boolean {
  return complete === true && Array.isArray(counterparties)
}

const levels: readonly RiskLevel[] = ['safe', 'warning', 'block']

/** One that nobody could get, and that of somebody else, is an empty one of which everything may be missing. */
function usableHistory({ history, contacts, own }: RiskInput, sender: Address): PreparedHistory | undefined {
  if (history === undefined) return undefined
  const found = history?.sender.toLowerCase() === sender.toLowerCase() ? history : null
  if (found && 'find' in found) return found
  return prepareHistory(found ?? { sender, records: [], complete: false }, { contacts, own })
}
