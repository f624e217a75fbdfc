import type { Address, Hex } from 'viem'
import type { CosignAuthorize, CosignCounterfactual } from '../wire/cosignRequest.js'
import type { CosignVeto } from './coSigner.js'
import { provesOwner } from './internal/provesOwner.js'
import { veto } from './internal/veto.js'
import { ownerHash } from './ownerHash.js'

/**
 * Decides whose history the firewall must read before a spend is signed. The asker may not choose it: a box names its
 * owner only by hash, and a stealth address is published next to its box, so that knowing the owner proves nothing.
 *
 * The first of these that holds:
 * - `standing`: for a pull, the owner has bound a payer beforehand, and that has not ended;
 * - `proof`: the request carries the owner's fresh signature over exactly this request: the payer it names, or the owner
 *   where it names none. What any caller announces has no effect on it;
 * - `direct`: the request names no payer, the owner is not a stealth address, and has paid before.
 *
 * What the owner accepts (`accept`) counts where the owner's signature covers it: that of a proof, or of the standing binding.
 *
 * An owner that is named must be the box's in every case; one that is not named needs a standing binding. A fact that is
 * missing or not complete never helps. Pure, and waits for nothing.
 *
 * @param request - As `decodeCosignRequest` returns it.
 * @returns The payer, or the veto `owner_not_bound`.
 * @example
 * const payerOf = (request: CosignAuthorize, known: Omit<OwnerFacts, 'nowMs'>) => {
 *   const binding = bindOwner(request, { ...known, nowMs: Date.now() })
 *   return binding.bound ? binding.payer : binding.veto
 * }
 */
export function bindOwner(request: CosignAuthorize | CosignCounterfactual, facts: OwnerFacts): OwnerBinding {
  const { owner, payer } = request
  if (owner !== undefined && ownerHash(owner) !== facts.ownerHash.toLowerCase()) return unbound()

  const { standing } = facts
  const isPull = request.phase === 'authorize' && request.action === 1
  if (isPull && standing && facts.nowMs <= standing.until * 1_000)
    return bound(standing.payer, 'standing', acceptedBy(request, facts.nowMs) ?? standing.accept)

  if (owner === undefined) return unbound()
  if (provesOwner(request, owner, facts.nowMs)) return bound(payer ?? owner, 'proof', request.accept)
  return payer === undefined && isKnownPayer(facts) ? bound(owner, 'direct', undefined) : unbound()
}

/** What is known besides the request, read from the chain and from this side's own memory. */
export type OwnerFacts = {
  /**
   * What the box knows of its owner: read from the box, or out of the terms that its address was computed from. Never
   * the asker's word.
   */
  ownerHash: Hex
  /** Unix milliseconds, this side's clock. */
  nowMs: number
  /** The binding stored for this very box on this chain. */
  standing?: StandingBinding | undefined
  /**
   * Whether the named owner is the stealth address of an announcement on this chain that is older than its first genuine
   * payment. Any caller can announce a wallet later; a stealth address has never paid when it is announced.
   */
  announcements?: { complete: boolean; namesOwner: boolean } | undefined
  /** Whether the named owner's history, read just now, holds a genuine payment out. */
  history?: { complete: boolean; hasPaid: boolean } | undefined
}

/** An owner's stored word that a payer's history counts for the pulls of a box. */
export type StandingBinding = {
  payer: Address
  /** Last Unix second in which it counts. */
  until: number
  /** The address that the target may resemble. */
  accept?: Address | undefined
  /** When the owner signed it, Unix milliseconds; a newer one replaces it. */
  timestamp: number
}

/** Whose payment history the firewall reads, and by which rule. */
export type OwnerBinding =
  | {
      bound: true
      payer: Address
      by: 'standing' | 'proof' | 'direct'
      /** The address that the target may resemble, as the owner has signed. */
      accept?: Address | undefined
    }
  | { bound: false; veto: CosignVeto }

function bound(payer: Address, by: 'standing' | 'proof' | 'direct', accept: Address | undefined): OwnerBinding {
  return { bound: true, payer, by, ...(accept && { accept }) }
}

/** What a request accepts, where its owner has signed it. */
function acceptedBy(request: CosignAuthorize | CosignCounterfactual, nowMs: number): Address | undefined {
  const { owner, accept } = request
  return owner !== undefined && accept !== undefined && provesOwner(request, owner, nowMs) ? accept : undefined
}

function isKnownPayer({ announcements, history }: OwnerFacts): boolean {
  return (
    announcements?.complete === true &&
    announcements.namesOwner === false &&
    history?.complete === true &&
    history.hasPaid === true
  )
}

function unbound(): OwnerBinding {
  return { bound: false, veto: veto('owner_not_bound') }
}
