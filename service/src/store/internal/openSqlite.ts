import { chmod, mkdir, realpath, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Log } from '../../telemetry/Telemetry.js'
import type { Database } from '../Database.js'
import type { Store } from '../Store.js'
import { StoreUnavailableError } from '../StoreErrors.js'
import { lockDirectory } from './lockDirectory.js'
import { migrate } from './migrate.js'
import { NodeSqliteDialect, sqliteError } from './nodeSqlite.js'
import { StoreFiles } from './StoreFiles.js'

/** Opens the embedded store of a directory, which this process owns until it is closed. */
export async function openSqlite(
  path: string,
  options: { log?: Log | undefined; upTo?: string | undefined; freeBytes?: StoreFiles.Options['freeBytes'] } = {},
): Promise<Store> {
  const directory = await privateDirectory(path, options.log)
  const unlock = await lockDirectory(directory)
  try {
    const file = join(directory, 'holdfast.db')
    await privateFile(file)
    const database = openDatabase(file)
    const files = new StoreFiles(directory, [file, join(directory, 'holdfast.lock')], options)
    let hasFailed = false
    const failed = (error: unknown) => {
      hasFailed ||= error instanceof StoreUnavailableError
    }
    const watch = { before: () => files.assertThere(), failed }
    const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(database, watch) })
    try {
      await migrate(db, options)
      // Leases in here belonged to a process that owned this directory, so it has ended.
      await db.updateTable('leases').set({ expires_at: 0 }).execute()
    } catch (error) {
      files.close()
      await db.destroy()
      throw error
    }
    return {
      kind: 'sqlite',
      db,
      transaction: (work) => db.transaction().execute(work),
      async probe() {
        await files.check()
        // A write that changes nothing: a read-only disk still refuses it.
        await db.transaction().execute((tx) => sql`pragma user_version = 0`.execute(tx))
        // It needs no space, so after a failure only a write that does can show that there is some.
        if (hasFailed) await tryGrowing(db)
        hasFailed = false
      },
      async close() {
        files.close()
        await db.destroy()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Allocates space, and frees it again. */
async function tryGrowing(db: Kysely<Database>): Promise<void> {
  await sql`create table if not exists room (filling blob)`.execute(db)
  await sql`insert into room values (zeroblob(${sql.lit(growthBytes)}))`.execute(db)
  await sql`drop table room`.execute(db)
}

const growthBytes = 262_144

/** The store contains claim codes for a while, so only its owner may read it. */
async function privateDirectory(path: string, log: Log | undefined): Promise<string> {
  const directory = await mkdir(path, { recursive: true, mode: 0o700 }).then(
    () => realpath(path),
    (error: unknown) => {
      throw new StoreUnavailableError({ cause: error })
    },
  )
  await chmod(directory, 0o700).catch(async () => {
    if (((await stat(directory)).mode & 0o077) !== 0) log?.warn('others may enter the data directory', { directory })
  })
  return directory
}

/** SQLite gives the files beside a database the mode of the database. */
async function privateFile(file: string): Promise<void> {
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // The error of the file system.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await chmod(file, 0o600)
  }
}

function openDatabase(file: string): DatabaseSync {
  try {
    // Waiting blocks the whole process. It happens only when another program writes to our database.
    const database = new DatabaseSync(file, { timeout: 1000 })
    // Deleted or blanked content, such as claim codes, is overwritten too.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on')
    return database
  } catch (error) {
    throw sqliteError(error)
  }
}
