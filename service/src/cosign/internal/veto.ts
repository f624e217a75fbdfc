import { isForWantOfData } from '@holdfast/sdk/risk'
import { COSIGN_VETOES, type CosignVetoBody, type CosignVetoCode } from '@holdfast/sdk/wire'
import type { FirewallVerdict } from '../Firewall.js'

/** A refusal to sign; ends an evaluation. */
export type Veto = CosignVetoBody & { code: CosignVetoCode }

/** The veto of a code, with its standard reason. */
export function veto(code: CosignVetoCode, riskReasons?: readonly string[]): Veto {
  return {
    approved: false,
    code,
    reason: COSIGN_VETOES[code],
    ...(riskReasons && riskReasons.length > 0 && { riskReasons }),
  }
}

/** Whether a step ended the evaluation. */
export function isVeto(result: object): result is Veto {
  return 'approved' in result && result.approved === false
}

/** What a verdict means for a signature: `undefined` when the target passes. */
export function vetoOf(verdict: FirewallVerdict | undefined): Veto | undefined {
  if (verdict === undefined) return veto('risk_unavailable')
  const { level, complete, reasons } = verdict
  if (level === 'block' && !isForWantOfData(verdict)) return veto('risk_blocked', reasons)
  return complete ? undefined : veto('risk_unavailable', reasons)
}
