import type { Dossier, NearMiss, RiskLevel, RiskReason, RiskReport, RiskRuleCode } from '@holdfast/sdk/risk'
import { type Address, getAddress, isAddress } from 'viem'
import type { OpinionRequest } from '../Opinion.js'
import { type Facts, MISSING_FACTS, type MissingFact } from './Facts.js'

/**
 * Picks the facts that a model may receive. Each value is checked at run time, regardless of its declared type: a text
 * from a chain or an explorer cannot pass, because no text can.
 *
 * @throws `TypeError` when report or dossier are about another payment.
 */
export function screenFacts(request: Payment, now: number): Facts {
  const { chainId, report, dossier } = request
  const sender = addressOf(request.sender)
  const target = addressOf(request.target)
  const ruleLevel = levels.find((level) => level === report.level)
  if (!isCount(chainId) || sender === undefined || target === undefined || ruleLevel === undefined)
    throw new TypeError('A payment needs a chain, a sender, a target and a verdict of the rules.')
  if (addressOf(report.sender) !== sender || addressOf(report.target) !== target)
    throw new TypeError('The report is about another payment.')
  if (report.chainId !== undefined && report.chainId !== chainId)
    throw new TypeError('The report is about another chain.')
  if (dossier !== null && (addressOf(dossier.target) !== target || (dossier.chainId ?? chainId) !== chainId))
    throw new TypeError('The dossier is about another payment.')

  const missing = new Set<MissingFact>()
  const rules = rulesOf(report, missing)
  const found = dossierOf(dossier, now, missing)
  return {
    chainId,
    sender,
    target,
    ruleLevel,
    ...rules,
    ...found,
    missing: MISSING_FACTS.filter((fact) => missing.has(fact)),
  }
}

type Payment = Pick<OpinionRequest, 'chainId' | 'sender' | 'target' | 'report' | 'dossier'>

const levels: readonly RiskLevel[] = ['safe', 'warning', 'block']

function rulesOf(report: RiskReport, missing: Set<MissingFact>) {
  const isComplete = report.complete === true
  // Each field is read as if it could be missing.
  const reasons = listOf(report.reasons) as readonly (RiskReason | undefined)[]
  const reasonOf = (code: RiskRuleCode) => reasons.find((reason) => reason?.code === code)
  // A rule that did not fire while a source was missing has not cleared the target.
  const spoke = (code: RiskRuleCode) => (reasonOf(code) !== undefined ? true : isComplete ? false : null)
  if (!isComplete) {
    missing.add('ruleSources')
    const named = listOf(reasonOf('DATA_UNAVAILABLE')?.sources)
    for (const source of sources) if (named.includes(source)) missing.add(source)
  }

  const lookalike = reasonOf('LOOKALIKE_ADDRESS')
  const original = addressOf(lookalike?.lookalikeOf)
  const prefix = countOf(lookalike?.matched?.prefix)
  const suffix = countOf(lookalike?.matched?.suffix)
  const baits = countOf(reasonOf('ZERO_VALUE_BAIT')?.count)
  return {
    ruleComplete: isComplete,
    lookalikeAddress: spoke('LOOKALIKE_ADDRESS'),
    zeroValueBait: spoke('ZERO_VALUE_BAIT'),
    counterfeitTokenBait: spoke('COUNTERFEIT_TOKEN_BAIT'),
    dustBait: spoke('DUST_BAIT'),
    newAddress: spoke('NEW_ADDRESS'),
    freshAddress: spoke('FRESH_ADDRESS'),
    verifiedRecipient: spoke('VERIFIED_RECIPIENT'),
    knownCounterparty: spoke('KNOWN_COUNTERPARTY'),
    ...(original !== undefined && { lookalikeOf: original }),
    ...(prefix !== null && { lookalikePrefix: prefix }),
    ...(suffix !== null && { lookalikeSuffix: suffix }),
    ...(baits !== null && { zeroValueBaitCount: baits }),
  }
}

const sources = ['counterparties', 'history', 'activity', 'zeroValueTransfers', 'verifiedRecipient'] as const

function dossierOf(dossier: Dossier | null, now: number, missing: Set<MissingFact>) {
  const isNamed = (field: string) => dossier === null || listOf(dossier.missing).includes(field)
  function known<value>(fact: MissingFact, value: value | null): value | null {
    if (value === null || isNamed(fact)) missing.add(fact)
    return isNamed(fact) ? null : value
  }
  const firstSeenAt = dossier?.firstSeenAt ?? null
  const firstSeenMs = firstSeenAt === null ? undefined : timeOf(firstSeenAt)
  // When a source answered and left it blank, the address was never used.
  const everSeen = known('firstSeenAt', firstSeenAt === null ? false : firstSeenMs === undefined ? null : true)
  const isSeen = everSeen === true && firstSeenMs !== undefined

  const near = nearMissesOf(dossier?.nearMisses)
  // Findings among a part of the payees are true; that there are no others is not known.
  const isPartial = isNamed('nearMisses')
  if (near === null || isPartial) missing.add('nearMisses')
  const nearMisses = near === null || (isPartial && near.length === 0) ? null : near

  return {
    isContract: known('isContract', flagOf(dossier?.isContract)),
    isDelegated: known('isDelegated', flagOf(dossier?.isDelegated)),
    transactionCount: known('transactionCount', countOf(dossier?.transactionCount)),
    everSeen,
    ...(isSeen && { firstSeenAt: new Date(firstSeenMs).toISOString() }),
    ...(isSeen && { ageDays: Math.max(0, Math.floor((now - firstSeenMs) / dayMs)) }),
    usdcBalance: known('usdcBalance', usdcOf(dossier?.usdcBalance)),
    nearMissCount: nearMisses === null ? null : nearMisses.length,
    nearMisses: nearMisses === null ? null : nearMisses.slice(0, 3),
  }
}

function nearMissesOf(value: unknown): NearMiss[] | null {
  if (!Array.isArray(value)) return null
  return value.flatMap((miss: Partial<NearMiss> | null) => {
    const counterparty = addressOf(miss?.counterparty)
    const sharedPrefix = countOf(miss?.sharedPrefix)
    const sharedSuffix = countOf(miss?.sharedSuffix)
    if (counterparty === undefined || sharedPrefix === null || sharedSuffix === null) return []
    return { counterparty, sharedPrefix, sharedSuffix }
  })
}

const dayMs = 86_400_000
/** The last moment whose ISO text has a year of four digits. */
const lastMs = Date.UTC(10_000, 0, 1) - 1

// A number, by the condition.
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const countOf = (value: unknown): number | null => (isCount(value) ? value : null)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** In whole USDC: a model understands 12.5 better than 12500000. */
const usdcOf = (value: unknown): number | null =>
  typeof value === 'bigint' && value >= 0n && value < 10n ** 30n ? Number(value) / 1e6 : null

function addressOf(value: unknown): Address | undefined {
  return typeof value === 'string' && isAddress(value, { strict: false }) ? getAddress(value) : undefined
}

function timeOf(value: unknown): number | undefined {
  if (!(value instanceof Date)) return undefined
  const time = Number(value)
  return time >= 0 && time <= lastMs ? time : undefined
}
