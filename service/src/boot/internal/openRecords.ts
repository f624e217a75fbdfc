import type { Audit } from '../../audit/Audit.js'
import { createAudit } from '../../audit/createAudit.js'
import { createTally, type Tally } from '../../audit/createTally.js'
import { type Refusal, tallied } from '../../audit/Refusal.js'
import type { ServiceParts } from '../../ServiceParts.js'
import type { Closers } from './Closers.js'

/** Opens the audit and the tally, which record decisions. */
export function openRecords(parts: ServiceParts, closers: Closers): Records {
  const audit = createAudit(parts)
  const tally = createTally({ ...parts, audit })
  closers.add(() => tally.stop())
  return { audit, tally, onRefused: (refusal) => tally.note(tallied(refusal)) }
}

export type Records = { audit: Audit; tally: Tally; onRefused: (refusal: Refusal) => void }
