import { bindOwner, type OwnerBinding, type OwnerFacts } from '@holdfast/sdk/shield'
import type { CosignAuthorize, CosignCounterfactual } from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import { nameOf } from '../../telemetry/nameOf.js'
import type { AnnouncedOwner, FirewallVerdict } from '../Firewall.js'
import type { CosignParts } from './CosignParts.js'
import type { Evaluation } from './Evaluation.js'
import { pseudonymOf } from './pseudonymOf.js'
import type { BoxReading } from './readBox.js'
import { verdictDetails } from './verdictDetails.js'
import { type Veto, veto } from './veto.js'
import { withTimeout } from './withTimeout.js'

/** Finds whose payment history counts for a spend, from facts of our own, and what its owner accepts. */
export async function findPayer(
  parts: CosignParts,
  evaluation: Evaluation,
  request: CosignAuthorize | CosignCounterfactual,
  reading: BoxReading,
): Promise<{ payer: Address; accept?: Address | undefined } | Veto> {
  const { details } = evaluation
  const { binding, verdict } = await bindingOf(evaluation, request, reading, parts)
  details.binding = binding.bound ? binding.by : 'none'
  if (!binding.bound) {
    details.risk = verdictDetails(parts, verdict)
    return veto('owner_not_bound')
  }
  const { payer, accept } = binding
  details.payer = pseudonymOf(parts, evaluation, payer)
  if (accept !== undefined) details.accept = pseudonymOf(parts, evaluation, accept)
  return { payer, accept }
}

async function bindingOf(
  evaluation: Evaluation,
  request: CosignAuthorize | CosignCounterfactual,
  { account, box }: BoxReading,
  parts: CosignParts,
): Promise<{ binding: OwnerBinding; verdict?: FirewallVerdict | undefined }> {
  const { owner, payer } = request
  const isPull = request.phase === 'authorize' && request.action === 1
  const standing = isPull ? await parts.bindings.find(evaluation.chain.id, account) : undefined
  const known: OwnerFacts = { ownerHash: box.ownerHash, nowMs: parts.now(), standing }
  const binding = bindOwner(request, known)
  if (binding.bound || owner === undefined || payer !== undefined) return { binding }

  // Only the owner's own history is left.
  const announced = await announcedOwner(evaluation, owner, parts)
  if (announced?.complete !== true) return { binding }
  // An owner who would not be bound even with the best history is not the owner of this box: do not ask the firewall.
  const best = { announcements: { complete: true, namesOwner: false }, history: { complete: true, hasPaid: true } }
  if (!bindOwner(request, { ...known, ...best }).bound) return { binding }
  const verdict = await evaluation.verdictOf(owner, box.policy.target)
  const history = verdict && { complete: verdict.complete, hasPaid: verdict.hasPaid }
  const announcements = { complete: true, namesOwner: isStealth(announced, verdict) }
  return { binding: bindOwner(request, { ...known, announcements, history }), verdict }
}

/**
 * Whether the owner is a stealth address: announced, and not known to have paid in an earlier block. Any caller can
 * announce a wallet, but only its key can have made it pay before.
 */
function isStealth({ namesOwner, sinceBlock }: AnnouncedOwner, verdict: FirewallVerdict | undefined): boolean {
  if (namesOwner === false) return false
  const first = verdict?.firstPaidBlock
  return first === undefined || sinceBlock === undefined || first >= sinceBlock
}

async function announcedOwner(
  { chain, left }: Evaluation,
  owner: Address,
  { announcements, metrics, log, timing }: CosignParts,
): Promise<AnnouncedOwner | undefined> {
  try {
    return await withTimeout(Promise.resolve(announcements.namesOwner(chain.id, owner)), left(timing.firewallMs))
  } catch (error) {
    metrics.count('firewall_source_failures_total', { source: 'announcements' })
    log.warn('the announcements could not be read', { error: nameOf(error) })
    return undefined
  }
}
