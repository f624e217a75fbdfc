import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type DialectAdapter, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { StoreUnavailableError } from '../StoreErrors.js'

/** Kysely's SQLite dialect on Node's own engine. */
export class NodeSqliteDialect extends SqliteDialect {
  /** @param watch - Called before each statement, and with each error. */
  constructor(database: DatabaseSync, watch: SqliteWatch = {}) {
    super({ database: adapt(database, watch) })
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter()
  }
}

/** Hooks of every statement. */
export type SqliteWatch = {
  /** May throw; the statement is not run then. */
  before?: () => void
  failed?: (error: unknown) => void
}

/** SQLite also rolls back changes of tables, so a killed migration leaves nothing behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Errors that a retry may avoid, by their primary codes. */
const unavailable: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
])

/** Translates an error of the engine. */
export function sqliteError(error: unknown): unknown {
  // Of a thrown value without the field it is `undefined`.
  const code = (error as { errcode?: unknown }).errcode
  // The low byte is the primary code of an extended one.
  const name = typeof code === 'number' ? unavailable.get(code & 0xff) : undefined
  if (name === undefined) return error
  // Logs show the names of an error and its causes, but not their texts.
  const cause = Object.assign(new Error(name, { cause: error }), { name })
  return new StoreUnavailableError({ cause })
}

/**
 * Most characters of a statement that is kept prepared. The text of a bulk write differs with its number of rows, so it would
 * only take the place of a short one.
 */
const keptLength = 2000
/** Most statements that are kept. */
const keptStatements = 500

function adapt(database: DatabaseSync, watch: SqliteWatch): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      const known = kept.get(text)
      if (known) return known
      // Takes the write lock at the start, so that a transaction never fails halfway because it cannot get it.
      const sql = text === 'begin' ? 'begin immediate' : text
      const statement = guarded(watch, () => adaptStatement(database.prepare(sql), watch))
      if (text === 'rollback') return onlyWithin(database, statement)
      if (text.length > keptLength) return statement
      if (kept.size >= keptStatements) kept.delete(kept.keys().next().value ?? '')
      kept.set(text, statement)
      return statement
    },
  }
}

/**
 * Rolls back only where a transaction is open. When the disk is full, SQLite has ended it by itself: another rollback would
 * fail, and its error would hide the first one.
 */
function onlyWithin(database: DatabaseSync, rollback: SqliteStatement): SqliteStatement {
  const run = (parameters: readonly unknown[]) =>
    database.isTransaction === false ? { changes: 0, lastInsertRowid: 0 } : rollback.run(parameters)
  return { ...rollback, run }
}

function adaptStatement(statement: StatementSync, watch: SqliteWatch): SqliteStatement {
  // The engine refuses other values itself.
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => guarded(watch, () => statement.all(...values(parameters))),
    run: (parameters) => guarded(watch, () => statement.run(...values(parameters))),
    iterate: (parameters) => guardedRows(watch, () => statement.iterate(...values(parameters))),
  }
}

/** The engine reads each row on request, so each read can fail. */
function* guardedRows(watch: SqliteWatch, open: () => Iterator<unknown>): IterableIterator<unknown> {
  const rows = guarded(watch, open)
  try {
    for (;;) {
      const row = guarded(watch, () => rows.next())
      if (row.done) return
      yield row.value
    }
  } finally {
    rows.return?.()
  }
}

/** Runs the work between the hooks, and translates its error. */
function guarded<result>({ before, failed }: SqliteWatch, work: () => result): result {
  before?.()
  try {
    return work()
  } catch (error) {
    const known = sqliteError(error)
    failed?.(known)
    throw known
  }
}
