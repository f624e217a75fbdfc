import type { CosignTables } from '../store/Database.js'
import type { Queries } from '../store/Store.js'
import type { CanonicalObject } from './canonicalJson.js'

/**
 * The decisions of an instance as a tamper-evident chain: each row contains the hash of the one before it. All events
 * wait in one queue and are stored in groups, so that decisions share the cost of a commit.
 */
export type Audit = {
  /** Resolves when the event is stored. */
  append: (event: AuditEvent) => Promise<void>
  /**
   * The same, together with a row of another table: both are stored, or neither.
   *
   * @param options - `alone`: in a transaction of its own, for a writer that takes locks which others may hold.
   * @returns What the writer returned for the row.
   */
  appendWith: <value, result>(
    event: AuditEvent,
    writer: AuditWriter<value, result>,
    value: value,
    options?: { alone?: boolean | undefined },
  ) => Promise<result>
}

/**
 * A decision. Never holds a secret or a signature; an address that must not be linked to a box only as a keyed hash.
 */
export type AuditEvent = { kind: AuditKind; body: CanonicalObject }

/**
 * The kind of a decision.
 *
 * - `sign`, `veto`: the answer of the co-signer. A request without the owner's proof is only counted, unless a new
 *   signature was made.
 * - `relay`, `seed`: what the relayer did or paid for; one row for each operation.
 * - `refuse`: money or a signature that was withheld for a reason on our side: a ceiling, an empty wallet, a key that
 *   is also used elsewhere, a co-signer fault.
 * - `config`: changes how later requests are judged: a stored binding, a stop that the operator has lifted.
 */
type AuditKind = (typeof AUDIT_KINDS)[number]

/** All kinds. */
export const AUDIT_KINDS = ['sign', 'veto', 'relay', 'seed', 'refuse', 'config'] as const

/**
 * Writes the rows of a group in its transaction, all at once. Must have no effect but through `tx`, since it may be
 * retried.
 *
 * @returns One result for each value, in order.
 */
export type AuditWriter<value, result> = (tx: Queries, values: readonly value[]) => Promise<readonly result[]>

/** A link of the chain, as stored. */
export type AuditRow = CosignTables['audit']
