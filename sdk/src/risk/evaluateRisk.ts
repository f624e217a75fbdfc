import type { Address } from 'viem'
import { parseAddress } from '../chain/address.js'
import { findSimilar } from '../chain/similarity.js'
import type { RiskLevel, RiskReason, RiskReport, RiskRuleCode } from '../errors/risk.js'
import type { AddressActivity, CounterpartyScan } from './history/IDataProvider.js'
import { isStrong } from './history/isStrong.js'
import { lower } from './history/lower.js'
import { type Counterparty, type PreparedHistory, prepareHistory, stranger } from './history/prepareHistory.js'
import { isCount } from './internal/isCount.js'
import type { Facts, Rule } from './rules/facts.js'
import { findInAnswers } from './rules/findInAnswers.js'
import { findInHistory } from './rules/findInHistory.js'
import { sortDecisions } from './rules/pairs.js'
import type { RiskInput } from './rules/RiskInput.js'
import { rules } from './rules/rules.js'
import { tellingBaits } from './rules/telling.js'

/**
 * Judges one payment by facts already gathered, without any request: {@link check} gathers and then calls this.
 *
 * With a `history` the graded rules decide. A target that resembles an address the sender knows is judged by how often
 * chance produces such a resemblance among so many, by what advertises it, and by how well the sender knows either address.
 * An impostor that was paid little beside its model stays one; where both were paid comparably, a person decides. What a
 * third party can forge never blocks a payee that resembles no other address.
 *
 * Without one the three answers decide by the published rules: four characters at both ends, and of two such payees
 * both are blocked.
 *
 * The most severe reason decides; a good sign beside a bad one cancels nothing. `NEW_ADDRESS` is not reported for
 * an address the sender knows (paid, verified, saved or own), `FRESH_ADDRESS` not for one that is saved, own or verified.
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
  const facts = gatherFacts(input, sender, lower(target), now)
  const reasons: RiskReason[] = []
  for (const [code, rule] of table) {
    const finding = rule(facts, reasons)
    if (finding) reasons.push({ code, ...finding })
  }
  reasons.sort((a, b) => levels.indexOf(b.severity) - levels.indexOf(a.severity))
  return {
    target,
    sender,
    level: reasons[0]?.severity ?? 'safe',
    reasons,
    complete: facts.missing.length === 0,
    checkedAt: now,
  }
}

function gatherFacts(input: RiskInput, sender: Address, target: Address, now: Date): Facts {
  const { counterparties, zeroValueTransfers, verifiedRecipient } = input
  const own = [sender, ...(input.own ?? [])].map(lower)
  const contacts = (input.contacts ?? []).map(lower)
  const imported = (input.importedContacts ?? []).map(lower)
  const history = usableHistory(input, sender)
  // Where the whole history is known, it says better who was paid. Of a long list few are worth a closer look.
  const payees = findSimilar(target, history?.complete ? [] : (counterparties?.counterparties ?? [])).map(lower)
  const pairs = sortDecisions(input.pairs ?? [], sender, now)

  const found = history?.find(target) ?? stranger(target)
  const party = {
    ...found,
    saved: own.includes(target) ? 'own' : (found.saved ?? (contacts.includes(target) ? 'contact' : undefined)),
  }
  const isPaid = payees.includes(target) || party.payments > 0
  const isNamed = party.saved !== undefined || isPaid || verifiedRecipient === true
  const lookalikes = history
    ? findInHistory(history, party, findExtra(history, payees, contacts, own), codesOf(input), pairs)
    : findInAnswers(party, isNamed, { saved: [...own, ...contacts], payees, imported }, pairs)
  // The contract knows nothing of resemblance, so its word counts only where the history does not doubt it.
  const isDoubted = !party.isSettled && lookalikes.some(({ strength }) => strength === 'strong')
  const isVerified = verifiedRecipient === true && !isDoubted
  const isTrusted = party.saved !== undefined || isVerified
  const hasCount = Number(zeroValueTransfers ?? -1) >= 0
  const activity = isUsable(input.activity) ? input.activity : null
  const missing: string[] = []
  if (!(counterparties ? isWhole(counterparties) : counterparties === undefined && history))
    missing.push('counterparties')
  if (input.history !== undefined && !history?.complete) missing.push(...(unreadOf(history) ?? ['history']))
  if (!activity) missing.push('activity')
  if (!(hasCount || (zeroValueTransfers === undefined && history))) missing.push('zeroValueTransfers')
  if (verifiedRecipient === null) missing.push('verifiedRecipient')
  return {
    party,
    baits: tellingBaits(party),
    lookalikes,
    isImpostor: lookalikes.some(({ level }) => level === 'block'),
    hasHistory: history !== undefined,
    missing,
    now,
    activity,
    zeroValueTransfers: hasCount ? Number(zeroValueTransfers) : 0,
    isVerified,
    isTrusted,
    isPaid,
    isKnown: isTrusted || isPaid,
  }
}

/** `undefined` where more is missing of a history than chains that the payment does not touch. */
function unreadOf(history: PreparedHistory | undefined): readonly string[] | undefined {
  const { unreadChains = [] } = history ?? {}
  return unreadChains.length > 0 ? unreadChains.map((chainId) => `history:${chainId}`) : undefined
}

/** References that the history was not prepared with. What a payee from a list was paid is not known: it counts as enough. */
function findExtra(
  history: PreparedHistory,
  payees: readonly Address[],
  contacts: readonly Address[],
  own: readonly Address[],
): Counterparty[] {
  const extra = new Map<Address, Counterparty>()
  const add = (addresses: readonly Address[], rest: Partial<Counterparty>) => {
    for (const address of addresses) {
      const found = history.find(address) ?? stranger(address)
      if (!isStrong(found)) extra.set(address, { ...found, ...rest })
    }
  }
  add(payees, { isSettled: true })
  add(contacts, { saved: 'contact' })
  add(own, { saved: 'own' })
  return [...extra.values()]
}

/** The hash of an address's code, in lower case; `undefined` for one without code. */
function codesOf({ codeHashes }: RiskInput): (party: Counterparty) => string | undefined {
  const codes = new Map([...(codeHashes ?? [])].map(([address, hash]) => [lower(address), hash?.toLowerCase()]))
  return ({ address }) => codes.get(address)
}

/** Nonsense is not an answer: what is not well-formed must not look like a target of which nothing bad is known. */
function isUsable(activity: AddressActivity | null): boolean {
  const seen = activity?.firstSeenAt
  return isCount(activity?.transactionCount) && (seen === null || seen instanceof Date)
}

function isWhole({ counterparties, complete }: CounterpartyScan): boolean {
  return complete === true && Array.isArray(counterparties)
}

// Object.entries widens the keys, which are all codes there are.
const table = /* @__PURE__ */ Object.entries(rules) as [RiskRuleCode, Rule][]

const levels: readonly RiskLevel[] = ['safe', 'warning', 'block']

/** One that could not be read, and that of another sender, is an empty one of which everything may be missing. */
function usableHistory(
  { history, contacts, importedContacts, own }: RiskInput,
  sender: Address,
): PreparedHistory | undefined {
  if (history === undefined) return undefined
  const found = history && lower(history.sender) === lower(sender) ? history : null
  if (found && 'find' in found) return found
  return prepareHistory(found ?? { sender, records: [], complete: false }, { contacts, importedContacts, own })
}
