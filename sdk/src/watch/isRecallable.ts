import type { RiskReason, RiskReport, RiskRuleCode } from '../errors/risk.js'

/**
 * Whether a verdict is reason enough to take a payment back without asking its sender: the firewall would block it as a first
 * payment, and still would without all that a third party can forge. Left is that the recipient has signed a bait, or that it
 * resembles a strong reference. What a person must decide, and what rests on missing data, is not a reason.
 *
 * @param fresh - The verdict on all evidence.
 * @param unforgeable - The verdict without what third parties can write; `undefined` where no source says who signed what.
 * @example
 * const fresh = await check(sender, recipient, { client: publicClient })
 * isRecallable(fresh, undefined) // false
 */
export function isRecallable(fresh: RiskReport, unforgeable: RiskReport | undefined): boolean {
  if (unforgeable === undefined) return false
  return [fresh, unforgeable].every(isSettled) && unforgeable.reasons.some(isProof)
}

/** Blocks on complete data, with nothing left for a person to decide. */
function isSettled({ level, complete, reasons }: RiskReport): boolean {
  return level === 'block' && complete && !reasons.some(({ undecided }) => undecided === true)
}

function isProof({ code, severity, strength }: RiskReason): boolean {
  if (severity !== 'block') return false
  return code === 'LOOKALIKE_ADDRESS' ? strength === 'strong' : baitCodes.includes(code)
}

const baitCodes: readonly RiskRuleCode[] = ['ZERO_VALUE_BAIT', 'COUNTERFEIT_TOKEN_BAIT', 'DUST_BAIT']
