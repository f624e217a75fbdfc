import type { AuditRow } from './Audit.js'
import { GENESIS, hashOf } from './internal/link.js'

/**
 * Walks the chain of one instance and finds every row that is not as it was written. If rows were cut off at the end,
 * the remaining chain has no fault: only a head that was kept elsewhere reveals it, see `after` and `verifyAuditStore`.
 *
 * @param rows - In the order in which they are stored; the whole chain, or what follows `after`.
 * @example
 * const { faults, head } = verifyAudit(rows)
 * if (faults.length > 0) console.error(faults)
 */
export function verifyAudit(rows: readonly AuditRow[], after?: AuditHead): AuditReport {
  const faults: AuditFault[] = []
  let head = after ?? { seq: 0, hash: GENESIS }
  let instance: string | undefined
  for (const row of rows) {
    const { seq } = row
    instance ??= row.instance
    if (row.instance !== instance) faults.push({ seq, fault: 'inserted' })
    if (hashOf(row) !== row.hash) faults.push({ seq, fault: 'changed' })
    if (seq > head.seq + 1) faults.push({ seq: head.seq + 1, fault: 'removed', count: seq - head.seq - 1 })
    else if (seq === head.seq) faults.push({ seq, fault: 'inserted' })
    else if (seq < head.seq) faults.push({ seq, fault: 'reordered' })
    else if (row.previous !== head.hash) faults.push({ seq, fault: 'unlinked' })
    head = { seq, hash: row.hash, time: row.time }
  }
  return { rows: rows.length, head, faults }
}

/** A place in a chain, usually its end. A copy kept elsewhere reveals that rows were cut off. */
export type AuditHead = {
  seq: number
  hash: string
  /** Of the row, Unix milliseconds. */
  time?: number | undefined
}

/** What was found in a chain. */
export type AuditReport = { rows: number; head: AuditHead; faults: readonly AuditFault[] }

/**
 * - `changed`: the row does not match its hash.
 * - `removed`: rows from `seq` on are missing, `count` of them.
 * - `inserted`: a second row with this number, or one of another instance.
 * - `reordered`: comes after a later row.
 * - `unlinked`: matches its hash, but does not follow the row before it: one of the two was inserted or rewritten.
 */
type AuditFault = {
  seq: number
  fault: 'changed' | 'removed' | 'inserted' | 'reordered' | 'unlinked'
  count?: number | undefined
}
