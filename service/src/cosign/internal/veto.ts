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

/** What is blocked for want of data alone may pass when the data comes. */
export function vetoOf(verdict: FirewallVerdict | undefined) {
  if (verdict === undefined) return veto('risk_unavailable')
  const { level, complete, reasons } = verdict
  const isForWantOfData = !complete && reasons.length > 0 && reasons.every((code) => code === 'DATA_UNAVAILABLE')
  if (level === 'block' && !isForWantOfData) return veto('risk_blocked', reasons)
  return complete ? undefined : veto('risk_unavailable', reasons)
}
