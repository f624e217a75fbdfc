import { bindOwner, type OwnerBinding, type OwnerFacts } from '@holdfast/sdk/shield'
import type { CosignAuthorize, CosignCounterfactual } from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import type { ServiceParts } from '../../parts/ServiceParts.js'
import { nameOf } from '../../telemetry/nameOf.js'
import type { Announcements, FirewallVerdict } from '../Firewall.js'
import type { Bindings } from './bindings.js'
import type { BoxTerms } from './boxCode.js'
import { inTime } from './inTime.js'
import type { Turn } from './Turn.js'

/** Finds out whose history counts for a spend of a box, by facts of our own. */
export function createOwners(
  { metrics, log, now }: Pick<ServiceParts, 'metrics' | 'log' | 'now'>,
  { bindings, announcements, timeoutMs, verdictOf }: createOwners.Options,
): Owners {
  async function announcedOwner({ chain, left }: Turn, owner: Address) {
    try {
      return await inTime(Promise.resolve(announcements.namesOwner(chain.id, owner)), left(timeoutMs))
    } catch (error) {
      metrics.count('firewall_source_failures_total', { source: 'announcements' })
      log.warn('the announcements could not be asked', { error: nameOf(error) })
      return undefined
    }
  }

  return {
    async of(turn, request, account, { ownerHash, policy }) {
      const { chain } = turn
      const isPull = request.phase === 'authorize' && request.action === 1
      const standing = isPull ? await bindings.find(chain.id, account) : undefined
      const known: OwnerFacts = { ownerHash, nowMs: now(), standing }
      const binding = bindOwner(request, known)
      const { owner, payer } = request
      if (binding.bound || owner === undefined || payer !== undefined) return { binding }

      // Nothing but his own history can speak for him; a stealth address has none, so its box is not looked into.
      const announced = await announcedOwner(turn, owner)
      if (announced?.complete !== true || announced.namesOwner !== false) return { binding }
      // An owner who is not the box's gets no further with any history: what would make him direct is assumed, to see.
      const assumed = { ...known, announcements: announced, history: { complete: true, hasPaid: true } }
      if (!bindOwner(request, assumed).bound) return { binding }
      const verdict = await verdictOf(turn, owner, policy.target)
      const history = verdict && { complete: verdict.complete, hasPaid: verdict.hasPaid }
      return { binding: bindOwner(request, { ...known, announcements: announced, history }), verdict }
    },
  }
}

export declare namespace createOwners {
  type Options = {
    bindings: Pick<Bindings, 'find'>
    announcements: Announcements
    /** For the announcements. */
    timeoutMs: number
    /** The firewall, as of now; `undefined` where it says nothing. */
    verdictOf: (turn: Turn, payer: Address, target: Address) => Promise<FirewallVerdict | undefined>
  }
}

export type Owners = {
  /** Who is bound to a box, if anybody is; what was asked of the firewall for it comes along. */
  of: (
    turn: Turn,
    request: CosignAuthorize | CosignCounterfactual,
    account: Address,
    terms: BoxTerms,
  ) => Promise<{ binding: OwnerBinding; verdict?: FirewallVerdict | undefined }>
}
