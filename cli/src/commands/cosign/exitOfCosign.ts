import type { AuthorizeResult, PrecheckResult } from '@holdfast/sdk/shield'
import type { ExitName } from '../../failure/exitCodes.js'
import { oneLine, printable } from '../../io/printable.js'

/** How a question to a co-signer ends: a refusal is a result, like an approval. */
export function exitOfCosign(answer: PrecheckResult | AuthorizeResult): ExitName {
  if (answer.approved) return 'ok'
  if (answer.code === 'risk_blocked') return 'blocked'
  return /^cosigner_|_unavailable$/.test(answer.code ?? '') ? 'unavailable' : 'refused'
}

/** A veto for a person. */
export function describeVeto(answer: Exclude<PrecheckResult, { approved: true }>): string {
  const { code, reason, riskReasons = [] } = answer
  const why = code === undefined ? '' : ` (${printable(code)})`
  return [`No: ${oneLine(reason)}${why}`, ...riskReasons.map((rule) => `  ${printable(rule)}`)].join('\n')
}
