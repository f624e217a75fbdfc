import type { Hex } from 'viem'
import type { CosignBind } from '../wire/cosignRequest.js'
import type { CosignVetoCode } from '../wire/cosignVetoes.js'
import type { StandingBinding } from './bindOwner.js'
import type { CosignVeto } from './coSigner.js'
import { provesOwner } from './internal/provesOwner.js'
import { veto } from './internal/veto.js'
import { ownerHash } from './ownerHash.js'
import { MODE_PULL, type SpendMode } from './types.js'

/**
 * Decides whether an owner's word is kept as the standing binding of a box that is pulled from.
 *
 * Of two words the later one counts, so a captured older one cannot undo it; the very same one may come again. Pure, and
 * waits for nothing.
 *
 * @param request - As `decodeCosignRequest` returns it.
 * @returns What to store for (chain, account) until `until`, or a veto: `owner_not_bound`, `mode_mismatch` for a box that
 *   is not pulled from, `expired` where the binding would outlive the box or has ended already.
 * @example
 * const bindingOf = (request: CosignBind, known: Omit<BindFacts, 'nowMs'>) => {
 *   const judgement = judgeBind(request, { ...known, nowMs: Date.now() })
 *   return judgement.accepted ? judgement.binding : judgement.veto
 * }
 */
export function judgeBind(request: CosignBind, facts: BindFacts): BindJudgement {
  const { owner, payer, until, accept, auth } = request
  if (ownerHash(owner) !== facts.ownerHash.toLowerCase()) return refused('owner_not_bound')
  if (!provesOwner(request, owner, facts.nowMs)) return refused('owner_not_bound')
  if (facts.mode !== MODE_PULL) return refused('mode_mismatch')
  if (until > facts.expiry || until * 1_000 < facts.nowMs) return refused('expired')

  const binding: StandingBinding = { payer, until, timestamp: auth.timestamp, ...(accept && { accept }) }
  const { standing } = facts
  if (standing && !isNewerOrSame(binding, standing)) return refused('owner_not_bound')
  return { accepted: true, binding }
}

/** What is known of the box, and of an earlier binding. */
export type BindFacts = {
  /** What the box knows of its owner, read from the box. */
  ownerHash: Hex
  mode: SpendMode
  /** Last Unix second in which the box can spend. */
  expiry: number
  /** Unix milliseconds, this side's clock. */
  nowMs: number
  /** The binding that is stored for this very box on this chain. */
  standing?: StandingBinding | undefined
}

/** What is to be stored, or why nothing is. */
export type BindJudgement = { accepted: true; binding: StandingBinding } | { accepted: false; veto: CosignVeto }

function isNewerOrSame(binding: StandingBinding, standing: StandingBinding): boolean {
  if (binding.timestamp !== standing.timestamp) return binding.timestamp > standing.timestamp
  return (
    binding.until === standing.until &&
    binding.payer.toLowerCase() === standing.payer.toLowerCase() &&
    binding.accept?.toLowerCase() === standing.accept?.toLowerCase()
  )
}

function refused(code: CosignVetoCode): BindJudgement {
  return { accepted: false, veto: veto(code) }
}
