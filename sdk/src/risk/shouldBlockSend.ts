import type { RiskLevel } from '../errors/risk.js'

/**
 * Whether a verdict stops a payment under the integrator's terms: `block` always, `warning` only where `onWarning`
 * says so.
 *
 * @example
 * shouldBlockSend({ onWarning: 'warn' }, 'warning') // false
 */
export function shouldBlockSend(config: { onWarning: 'warn' | 'block' }, level: RiskLevel): boolean {
  if (level === 'warning') return config.onWarning === 'block'
  return level !== 'safe'
}
