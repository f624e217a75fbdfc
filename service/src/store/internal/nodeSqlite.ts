import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type DialectAdapter, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { StoreUnavailableError } from '../StoreErrors.js'

/** Kysely's SQLite dialect on Node's own engine. */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(database: DatabaseSync) {
    super({ database: adapt(database) })
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter()
  }
}

/** SQLite rolls tables back as well as rows: a migration that is killed leaves nothing behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Errors a later attempt may not meet: busy, locked, read-only, I/O, disk full, cannot open. */
const unavailable: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14])

/** What the engine's error means to us. */
export function sqliteError(error: unknown): unknown {
  const code = (error as { errcode?: unknown }).errcode
  // The low byte is the primary code of an extended one.
  return typeof code === 'number' && unavailable.has(code & 0xff) ? new StoreUnavailableError({ cause: error }) : error
}

/** Statements of bulk writes differ in their number of rows; keeping them would only push out the short ones. */
const keptLength = 2000
const keptStatements = 500

function adapt(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      const known = kept.get(text)
      if (known) return known
      // Taking the write lock at once means a transaction never has to be given up halfway.
      const sql = text === 'begin' ? 'begin immediate' : text
      const statement = guarded(() => adaptStatement(database.prepare(sql)))
      if (text.length > keptLength) return statement
      if (kept.size >= keptStatements) kept.delete(kept.keys().next().value ?? '')
      kept.set(text, statement)
      return statement
    },
  }
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => guarded(() => statement.all(...values(parameters))),
    run: (parameters) => guarded(() => statement.run(...values(parameters))),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}

function guarded<result>(work: () => result): result {
  try {
    return work()
  } catch (error) {
    throw sqliteError(error)
  }
}
