import {
  evaluateRisk,
  type PreparedHistory,
  prepareHistory,
  type RiskReport,
  type RiskRuleCode,
  type SenderHistory,
} from '@holdfast/sdk/risk'
import { type CorpusRiskInput, riskInputFromCorpus } from '../../tools/corpus/index.js'
import { field, toSeconds } from '../../tools/corpus/json.js'
import { type LooseCase, labelsOf } from '../../tools/corpus/read.js'
import type { Tally, Verdict } from './tally.js'

/** What answers a query. */
export type Judge = { name: string; judge: (input: CorpusRiskInput, now: Date) => Verdict }

/** Codes about an impostor or a bait. */
const poisoningCodes: ReadonlySet<RiskRuleCode> = new Set([
  'LOOKALIKE_ADDRESS',
  'ZERO_VALUE_BAIT',
  'COUNTERFEIT_TOKEN_BAIT',
  'DUST_BAIT',
])

/** Our engine, with the history of each wallet prepared once. */
export const HOLDFAST: Judge = {
  name: 'Holdfast',
  judge: (input, now) => {
    const { history } = input
    const isWhole = history?.complete === true
    const report = evaluateRisk(isWhole ? { ...input, history: preparedOf(input, history) } : input, now)
    return {
      level: report.level,
      named: report.reasons.find(({ lookalikeOf }) => lookalikeOf)?.lookalikeOf,
      isPoisoning: report.reasons.some(({ code, severity }) => severity !== 'safe' && poisoningCodes.has(code)),
      isVeto: isVetoed(report),
    }
  },
}

/** Lets all judges answer all queries of a wallet. */
export function judgeCase({ wallet, events, queries }: LooseCase, judges: readonly Judge[], tally: Tally): void {
  for (const query of queries) {
    const labels = labelsOf(query)
    const time = field(query, 'time', 'timestamp')
    const now = new Date(time === undefined ? 0 : toSeconds(time, 'query.time') * 1_000)
    const input = riskInputFromCorpus(wallet, events, query)
    for (const { name, judge } of judges) tally.add(name, labels, judge(input, now), query)
    const checked = field(query, 'checkTime')
    if (checked === undefined) continue
    // A race: what was said before the bait came is counted apart, under a class of its own.
    const seconds = toSeconds(checked, 'query.checkTime')
    const early = riskInputFromCorpus(wallet, events, query, seconds)
    const before = { ...labels, class: `${labels.class} at check` }
    for (const { name, judge } of judges) tally.add(name, before, judge(early, new Date(seconds * 1_000)), query)
  }
}

/** As the service refuses: a block, or a resemblance to a strong reference, but for the earlier one of an undecided pair. */
export function isVetoed({ level, reasons }: RiskReport): boolean {
  return (
    level === 'block' ||
    reasons.some(
      ({ code, severity, strength, undecided }) =>
        code === 'LOOKALIKE_ADDRESS' && severity === 'warning' && strength === 'strong' && !undecided,
    )
  )
}

const prepared = new WeakMap<SenderHistory, PreparedHistory>()

function preparedOf({ contacts, own }: CorpusRiskInput, history: SenderHistory): PreparedHistory {
  const made = prepared.get(history) ?? prepareHistory(history, { contacts, own })
  prepared.set(history, made)
  return made
}
