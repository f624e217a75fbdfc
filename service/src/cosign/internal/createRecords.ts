import type { CosignRequest } from '@holdfast/sdk/wire'
import type { Audit, AuditEvent } from '../../audit/Audit.js'
import type { CanonicalObject } from '../../audit/canonicalJson.js'
import type { Tally } from '../../audit/createTally.js'
import type { SignerRecovery } from '../../keys/createSignerRecovery.js'
import { isProven } from './isProven.js'

/** Records decisions: in full when the owner proved the request, else only how often each kind of decision was made. */
export function createRecords({ audit, tally, recovery, now }: createRecords.Parts): Records {
  return {
    async write(request, { kind, body }, sort) {
      if (isProven(request, now(), recovery)) return audit.append({ kind, body })
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
    /** Unix milliseconds. */
    now: () => number
  }
}

export type Records = {
  /** @param sort - What it is counted by, beside phase and chain: few values, and none that identifies the caller. */
  write: (request: CosignRequest, event: AuditEvent, sort: CanonicalObject) => Promise<void>
}
