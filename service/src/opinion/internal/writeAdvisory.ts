import type { Advisory, RiskLevel } from '@holdfast/sdk/risk'
import type { Facts } from './Facts.js'
import { FINDINGS, type Finding, type FindingRule, isConfirmed } from './findings.js'
import type { ModelAnswer } from './modelAnswer.js'

/**
 * Turns a model's answer into our own texts. Findings that the facts do not support are left out, and so is anything
 * reassuring about a payment that the rules block.
 *
 * @returns The advisory with the model's own level, not yet raised to that of the rules.
 */
export function writeAdvisory(answer: ModelAnswer, facts: Facts): Advisory {
  const level = answer.level ?? facts.ruleLevel
  const stops = level === 'block' || facts.ruleLevel === 'block'
  const codes = new Set(answer.findings.filter((finding) => isConfirmed(finding, facts)).map(({ code }) => code))
  const rules: FindingRule[] = [...codes].map((code: Finding['code']) => FINDINGS[code])
  return {
    level,
    headline: headlines[facts.ruleLevel][answer.level ?? 'none'],
    points: rules.filter(({ tone }) => !(stops && tone === 'for')).map(({ say }) => say(facts)),
  }
}

/** By the level of the rules, then by that of the model. */
const headlines: Record<RiskLevel, Record<RiskLevel | 'none', string>> = {
  safe: {
    safe: 'The second opinion found nothing against this payment.',
    warning: 'The rules found nothing, but the second opinion asks for care: confirm the address with its owner.',
    block: 'The rules found nothing, but the second opinion advises against this payment.',
    none: 'The second opinion came to no verdict; the rules found nothing against this payment.',
  },
  warning: {
    safe: 'The rules ask for care with this payment, and no second opinion can change that.',
    warning: 'The second opinion agrees with the rules: take care with this payment.',
    block: 'The rules ask for care, and the second opinion advises against this payment.',
    none: 'The second opinion came to no verdict; the rules ask for care with this payment.',
  },
  block: {
    safe: 'The rules stop this payment, and no second opinion can change that.',
    warning: 'The rules stop this payment, and no second opinion can change that.',
    block: 'The second opinion agrees with the rules: do not make this payment.',
    none: 'The second opinion came to no verdict; the rules stop this payment.',
  },
}
