import type { Address } from 'viem'
import type { CosignParts } from './CosignParts.js'
import type { Evaluation } from './Evaluation.js'
import type { BoxReading } from './readBox.js'
import { verdictDetails } from './verdictDetails.js'
import { isBlocked, type Veto, vetoOf } from './veto.js'

/**
 * Asks the firewall about the target of a payment.
 *
 * @param accept - The known address that the target may resemble, by the owner's decision.
 * @returns `refusal` where the co-signer must not sign. `isBlocked` where the firewall itself blocks, instead of warning.
 */
export async function checkTarget(
  parts: CosignParts,
  evaluation: Evaluation,
  { payer, target, accept }: { payer: Address; target: Address; accept?: Address | undefined },
): Promise<{ refusal: Veto | undefined; isBlocked: boolean }> {
  const verdict = await evaluation.verdictOf(payer, target)
  evaluation.details.risk = verdictDetails(parts, verdict)
  return { refusal: vetoOf(verdict, accept), isBlocked: verdict !== undefined && isBlocked(verdict) }
}

/**
 * Alerts the operator when a target is blocked that a signature was already issued for: the signature stays valid until
 * the nonce of the box changes.
 */
export async function alertIfSigned(
  { ledger, metrics, log }: CosignParts,
  { chain }: Evaluation,
  { account, box }: BoxReading,
): Promise<void> {
  const key = { chainId: chain.id, account, nonce: box.nonce, digest: box.digest }
  const before = await ledger.find(key).catch(() => undefined)
  if (before?.signature === undefined && before?.hasOther !== true) return
  metrics.count('cosign_blocked_after_signing_total')
  log.error('the firewall blocks a target that was signed for', { chain: chain.id, account })
}
