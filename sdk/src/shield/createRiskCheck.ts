import { type CheckOptions, check } from '../risk/check.js'
import type { RiskCheck } from './LocalCoSigner.js'

/**
 * Makes the firewall the judge of a {@link LocalCoSigner}. Each question is a new check.
 *
 * @param options - As for `check`; give a client of the chain whose boxes are signed for.
 * @example
 * const cosigner = new LocalCoSigner(privateKey, { riskCheck: createRiskCheck({ client: publicClient }) })
 */
export function createRiskCheck(options: Omit<CheckOptions, 'now'> = {}): RiskCheck {
  return async (owner, target) => {
    const { level, complete, reasons } = await check(owner, target, options)
    const against = reasons.filter(({ severity }) => severity !== 'safe').map(({ code }) => code)
    return { level, complete, reasons: [...new Set(against)] }
  }
}
