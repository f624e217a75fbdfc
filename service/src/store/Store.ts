import type { Kysely, Transaction } from 'kysely'
import type { Database } from './Database.js'

/**
 * Everything that must survive a restart or be shared between instances: an embedded database in a directory, which one
 * process owns, or a server that many share. Queries are written once for both.
 *
 * Every query rejects with a `StoreUnavailableError` when the database cannot be reached or written to.
 */
export type Store = {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Queries
  /**
   * Runs as one transaction. On a server it is repeated when another instance's transaction conflicts, so its
   * only effects may be through `tx`. Inside, query `tx` only: the embedded database has one connection, so another query
   * would wait forever.
   */
  transaction: <result>(
    work: (tx: Queries) => Promise<result>,
    options?: { isolation?: Isolation | undefined },
  ) => Promise<result>
  /** Throws when nothing can be written at the moment. */
  probe: () => Promise<void>
  close: () => Promise<void>
}

/** What queries run on: the store itself, or a transaction. */
export type Queries = Kysely<Database> | Transaction<Database>

/**
 * What a transaction on a server may see of others; an embedded one always runs alone.
 *
 * - `serializable`: as if transactions ran one after the other.
 * - `read committed`: each statement sees what was committed before it; only for work that locks what it decides on.
 *
 * @default 'serializable'
 */
export type Isolation = 'serializable' | 'read committed'
