import { isForWantOfData } from '@holdfast/sdk/risk'
import { COSIGN_VETOES, type CosignVetoBody, type CosignVetoCode } from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import type { FirewallVerdict } from '../Firewall.js'
import { isSameAddress } from './rules.js'

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

/**
 * What a verdict means for a signature: `undefined` when the target passes.
 *
 * @param accept - The one address that the target may resemble, as the owner has signed. It never lifts a block.
 */
export function vetoOf(verdict: FirewallVerdict | undefined, accept?: Address | undefined): Veto | undefined {
  if (verdict === undefined) return veto('risk_unavailable')
  const { complete, reasons, resembles } = verdict
  if (isBlocked(verdict)) return veto('risk_blocked', reasons)
  if (!complete) return veto('risk_unavailable', reasons)
  const isAccepted = (known: Address) => accept !== undefined && isSameAddress(known, accept)
  return resembles.every(isAccepted) ? undefined : veto('risk_blocked', reasons)
}

/** Whether the firewall blocks a target for what it found, not for want of data. */
export function isBlocked(verdict: FirewallVerdict): boolean {
  return verdict.level === 'block' && !isForWantOfData(verdict)
}
