import type { RiskLevel } from '../errors/risk.js'

/**
 * Whether a verdict blocks only because data was missing: asked again when the data is there, it may let the payment pass.
 *
 * @param verdict - With the codes of the rules that count against the target. Without any, nothing is assumed.
 * @example
 * isForWantOfData({ level: 'block', complete: false, reasons: ['DATA_UNAVAILABLE', 'NEW_ADDRESS'] }) // true
 */
export function isForWantOfData(verdict: {
  level: RiskLevel
  complete: boolean
  reasons?: readonly string[] | undefined
}): boolean {
  const { level, complete, reasons = [] } = verdict
  return level === 'block' && !complete && reasons.includes('DATA_UNAVAILABLE') && reasons.every(isNoFinding)
}

/** Rules that warn, whatever they find, and the one for missing data itself. */
function isNoFinding(code: string): boolean {
  return code === 'DATA_UNAVAILABLE' || code === 'NEW_ADDRESS' || code === 'FRESH_ADDRESS'
}
