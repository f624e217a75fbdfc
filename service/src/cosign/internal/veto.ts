import { isForWantOfData } from '@holdfast/sdk/risk'
import { COSIGN_VETOES, type CosignVetoBody, type CosignVetoCode } from '@holdfast/sdk/wire'
import type { FirewallVerdict } from '../Firewall.js'

/** A veto in the words of its code. */
export function veto(code: CosignVetoCode, riskReasons?: readonly string[]): CosignVetoBody & { code: CosignVetoCode } {
  return {
    approved: false,
    code,
    reason: COSIGN_VETOES[code],
    ...(riskReasons && riskReasons.length > 0 && { riskReasons }),
  }
}

/** What a verdict means for a signature: `undefined` where it lets the target pass. */
export function vetoOf(verdict: FirewallVerdict | undefined) {
  if (verdict === undefined) return veto('risk_unavailable')
  const { level, complete, reasons } = verdict
  if (level === 'block' && !isForWantOfData(verdict)) return veto('risk_blocked', reasons)
  return complete ? undefined : veto('risk_unavailable', reasons)
}
