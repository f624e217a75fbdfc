import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../../telemetry/Telemetry.js'
import type { Database } from '../Database.js'
import type { Isolation, Queries, Store } from '../Store.js'
import { StoreUnavailableError } from '../StoreErrors.js'
import { migrate } from './migrate.js'
import { isConflict, postgresError } from './postgresError.js'

/** Opens the store on a server, which any number of instances share. */
export async function openPostgres(
  url: string,
  options: {
    log?: Log | undefined
    poolSize?: number | undefined
    connectTimeoutMs?: number | undefined
    statementTimeoutMs?: number | undefined
    upTo?: string | undefined
  } = {},
): Promise<Store> {
  const { log, poolSize = 10, connectTimeoutMs = 5000, statementTimeoutMs = 10_000 } = options
  const reach = { connectionString: url, application_name: 'holdfast', connectionTimeoutMillis: connectTimeoutMs }
  await migrateAlone(reach, options.upTo)

  const pool = new pg.Pool({
    ...reach,
    max: poolSize,
    statement_timeout: statementTimeoutMs,
    // When the server disappears silently, its own limit never takes effect.
    query_timeout: statementTimeoutMs + 2000,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
    types: { getTypeParser: numberParser },
  })
  surviveBreaks(pool, log)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: guardedPool(pool) }) })
  return {
    kind: 'postgres',
    db,
    transaction: (work, { isolation = 'serializable' } = {}) => repeatable(db, work, isolation),
    async probe() {
      const query = sql<{ readonly: string }>`select current_setting('transaction_read_only') as readonly`
      const { rows } = await query.execute(db)
      if (rows[0]?.readonly !== 'off') throw new StoreUnavailableError()
    },
    close: () => db.destroy(),
  }
}

/** How often a transaction is tried when others conflict with it. */
const maxAttempts = 12

async function repeatable<result>(
  db: Kysely<Database>,
  work: (tx: Queries) => Promise<result>,
  isolation: Isolation,
): Promise<result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel(isolation).execute(work)
    } catch (error) {
      if (!isConflict(error)) throw error
      if (attempt === maxAttempts) throw new StoreUnavailableError({ cause: error })
      await pause(Math.random() * Math.min(2 ** attempt, 200))
    }
  }
}

/** An arbitrary number for the lock, which no other user of the database should use. */
const migrationLock = 7_241_905_113

/**
 * Lets one instance at a time create and change tables, when many start at once. Without time limits, since creating an
 * index on a large table may take long.
 */
async function migrateAlone(reach: pg.PoolConfig, upTo: string | undefined): Promise<void> {
  const pool = new pg.Pool({ ...reach, max: 2 })
  surviveBreaks(pool)
  const db = new Kysely({ dialect: new PostgresDialect({ pool: guardedPool(pool) }) })
  try {
    await db.connection().execute(async (lock) => {
      // Released when the session ends, together with the pool.
      await sql`select pg_advisory_lock(${migrationLock})`.execute(lock)
      await migrate(db, { upTo })
    })
  } finally {
    await db.destroy()
  }
}

/** A connection that breaks while idle must not end the process; its next user gets the error. */
function surviveBreaks(pool: pg.Pool, log?: Log): void {
  pool.on('error', () => log?.warn('an idle connection to the store broke'))
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** The pool as Kysely uses it: errors are ours, and a connection that timed out is not used again. */
function guardedPool(pool: pg.Pool) {
  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch((error) => {
        throw postgresError(error)
      })
      let failure: StoreUnavailableError | undefined
      const query = async (sql: string, parameters: readonly unknown[]) => {
        // Of a rollback: the first failure says more, and the end of the session rolls back.
        if (failure) throw failure
        try {
          return await client.query(sql, [...parameters])
        } catch (error) {
          const mapped = postgresError(error, sql)
          if (mapped instanceof StoreUnavailableError) failure = mapped
          throw mapped
        }
      }
      return {
        // Kysely's overload for cursors is never used without a cursor package.
        query: query as never,
        release: (destroy?: boolean) => client.release(destroy || failure !== undefined),
      }
    },
  }
}

/** int8, and numeric, which is the type of a sum of int8. */
const wideNumbers: ReadonlySet<number> = new Set([20, 1700])

/** Parses numbers as numbers, like the embedded engine; one that does not fit is an error, never rounded. */
const numberParser: pg.CustomTypesConfig['getTypeParser'] = (type: number, format?: 'text' | 'binary') =>
  // The type has an overload for each format.
  wideNumbers.has(type) ? toSafeNumber : pg.types.getTypeParser(type, format as 'text')

function toSafeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The store holds ${text}, which is not a safe integer.`)
  return value
}
