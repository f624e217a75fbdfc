import type { RiskLevel } from '../errors/risk.js'

/**
 * Limits an opinion by the verdict of the rules: an adviser can make it worse, never better.
 *
 * An invalid level, as a model may invent, counts as the rules' own.
 *
 * @param ruleLevel - Of the report; the result is never milder.
 * @returns The advisory, with the worse of the two levels.
 * @example
 * clampVerdict('block', { level: 'safe', headline: 'Looks fine', points: [] }).level // 'block'
 */
export function clampVerdict(ruleLevel: RiskLevel, advisory: Advisory): Advisory {
  const isMilder = !(severities.indexOf(advisory.level) > severities.indexOf(ruleLevel))
  return { ...advisory, level: isMilder ? ruleLevel : advisory.level }
}

/** An opinion on a payment, for a person to read. */
export type Advisory = {
  level: RiskLevel
  /** One sentence. */
  headline: string
  points: readonly string[]
}

const severities: readonly RiskLevel[] = ['safe', 'warning', 'block']
