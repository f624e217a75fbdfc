import type { Kysely, Transaction } from 'kysely'
import type { Database } from './Database.js'

/**
 * Everything that has to survive a restart or hold between instances: an embedded database in a directory, which one
 * process owns, or a server that many share. Queries are written once for both.
 */
export type Store = {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Queries
  /** All or nothing. On a server it is repeated when another instance's transaction got in the way, so it must be pure but for `tx`. */
  transaction: <result>(work: (tx: Queries) => Promise<result>) => Promise<result>
  /** Throws when nothing can be written at the moment. */
  probe: () => Promise<void>
  close: () => Promise<void>
}

/** What queries run on: the store itself, or a transaction. */
export type Queries = Kysely<Database> | Transaction<Database>
