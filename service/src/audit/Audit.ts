import type { CosignTables } from '../store/Database.js'
import type { Queries } from '../store/Store.js'
import type { CanonicalObject } from './canonicalJson.js'

/**
 * What an instance has decided, in an order nobody can change unseen: each row carries the hash of the one before it.
 * Everything waits in one queue and goes to the store in groups, so a decision costs a share of a commit.
 */
export type Audit = {
  /** Resolves when it is in the store. */
  append: (event: AuditEvent) => Promise<void>
  /**
   * The same, together with a row of somebody else's: both are in the store, or neither.
   *
   * @param options - `alone`: in a transaction of its own, for a writer that takes locks others may hold.
   * @returns What the writer says of the row.
   */
  appendWith: <value, result>(
    event: AuditEvent,
    writer: AuditWriter<value, result>,
    value: value,
    options?: { alone?: boolean | undefined },
  ) => Promise<result>
}

/** A decision. Never holds a secret or a signature; an address that must not be linked to a box only as a keyed hash. */
export type AuditEvent = { kind: AuditKind; body: CanonicalObject }

/**
 * What kind of decision it was.
 *
 * - `sign`, `veto`: what the co-signer has answered. What nobody has put his name to is only counted, but for new signatures.
 * - `relay`, `seed`: what the relayer has brought about or paid for; one row for each operation.
 * - `refuse`: money or a signature that was withheld for a reason of ours: a ceiling, an empty wallet, a key that somebody
 *   else uses, a co-signer at fault.
 * - `config`: settles how something is judged from then on: a stored binding, a stop that the operator has lifted.
 */
type AuditKind = (typeof AUDIT_KINDS)[number]

/** Every kind there is. */
export const AUDIT_KINDS = ['sign', 'veto', 'relay', 'seed', 'refuse', 'config'] as const

/**
 * Writes the rows of a group in its transaction, all at once. Must be pure but for `tx`, which may be tried again.
 *
 * @returns One result for each value, in order.
 */
export type AuditWriter<value, result> = (tx: Queries, values: readonly value[]) => Promise<readonly result[]>

/** A link of the chain, as stored. */
export type AuditRow = CosignTables['audit']
