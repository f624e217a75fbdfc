import { ownerHash } from '@holdfast/sdk/shield'
import type { CosignRequest } from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import type { Audit, AuditEvent } from '../../audit/Audit.js'
import type { CanonicalObject } from '../../audit/canonicalJson.js'
import type { Tally } from '../../audit/createTally.js'
import type { SignerRecovery } from '../../keys/createSignerRecovery.js'
import type { RowLimits } from './createRowLimits.js'
import { isProven } from './isProven.js'

/**
 * Records decisions: in full, up to an hourly number for each box, when the owner of a deployed box proved the request;
 * otherwise only how often each kind of decision was made. A caller can create keys, and addresses of boxes that are
 * not deployed, for free.
 */
export function createRecords({ audit, tally, recovery, now, limits }: createRecords.Parts): Records {
  return {
    async write(request, { kind, body }, sort) {
      const box = boxOfOwner(request.owner, body)
      if (box !== undefined && isProven(request, now(), recovery) && limits.takeRecord(box))
        return audit.append({ kind, body })
      const { phase, chain = null } = body
      tally.note({ kind, sort: { phase: phase ?? request.phase, chain, ...sort }, details: body })
    },
  }
}

export declare namespace createRecords {
  type Parts = {
    audit: Pick<Audit, 'append'>
    tally: Pick<Tally, 'note'>
    recovery: SignerRecovery
    limits: Pick<RowLimits, 'takeRecord'>
    /** Unix milliseconds. */
    now: () => number
  }
}

export type Records = {
  /** @param sort - What it is counted by, beside phase and chain: few values, and none that identifies the caller. */
  write: (request: CosignRequest, event: AuditEvent, sort: CanonicalObject) => Promise<void>
}

/** The deployed box that a decision is about, where the owner named by the request is its owner. */
function boxOfOwner(owner: Address | undefined, body: CanonicalObject): string | undefined {
  const { account, isDeployed, policy } = body
  if (owner === undefined || typeof account !== 'string' || isDeployed === false) return undefined
  const isRead = typeof policy === 'object' && policy !== null && 'ownerHash' in policy
  return isRead && policy.ownerHash === ownerHash(owner) ? account : undefined
}
