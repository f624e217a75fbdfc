import { copyFile, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startChild } from '../../test/childProcess.js'
import { startCommitProxy } from '../../test/commitProxy.js'
import { describeStores, stores } from '../../test/stores.js'
import type { Config } from '../config/Config.js'
import { nameOf } from '../telemetry/nameOf.js'
import { migrate } from './internal/migrate.js'
import { openPostgres } from './internal/openPostgres.js'
import { openSqlite } from './internal/openSqlite.js'
import { migrations } from './migrations/migrations.js'
import { openStore } from './openStore.js'
import type { Queries, Store } from './Store.js'
import { StoreLockedError, StoreTooNewError, StoreUnavailableError } from './StoreErrors.js'

const allTables = [
  'announcements',
  'audit',
  'audit_checkpoints',
  'bindings',
  'blocks',
  'counters',
  'cursors',
  'keeper_tasks',
  'leases',
  'model_calls',
  'operations',
  'quotas',
  'replays',
  'senders',
  'signatures',
  'spending',
  'transactions',
  'user_operations',
  'verified_recipients',
]

const count = (store: { db: Queries }, scope = 'a') =>
  store.db
    .selectFrom('counters')
    .select(({ fn }) => fn.sum<number>('count').as('total'))
    .where('scope', '=', scope)
    .executeTakeFirstOrThrow()

async function tablesOf(store: Store): Promise<readonly string[]> {
  const tables = await store.db.introspection.getTables()
  return tables.map((table) => table.name).sort()
}

/** A store as its first version left it, with rows. */
async function makeOld(settings: Config['store']): Promise<void> {
  const upTo = '0001_admission'
  const old =
    settings.kind === 'sqlite'
      ? await openSqlite(settings.directory, { upTo })
      : await openPostgres(settings.url, { upTo })
  await old.db.insertInto('counters').values({ scope: 'a', bucket: 0, count: 7 }).execute()
  await old.close()
}

describeStores('openStore', ({ kind, open, settings, server }) => {
  test('default', async () => {
    const store = await open()
    expect(store.kind).toBe(kind)
    expect(await tablesOf(store)).toEqual(allTables)
    await store.probe()
  })

  test('behavior: numbers are returned as numbers, also sums and those beyond 32 bits', async () => {
    const store = await open()
    const large = Number.MAX_SAFE_INTEGER
    await store.db.insertInto('counters').values({ scope: 'a', bucket: 0, count: large }).execute()
    expect(await count(store)).toEqual({ total: large })
    const row = await store.db.selectFrom('counters').selectAll().executeTakeFirstOrThrow()
    expect(row).toEqual({ scope: 'a', bucket: 0, count: large })
  })

  test('error: a number that does not fit is an error, not rounded', async () => {
    const store = await open()
    await sql`insert into counters (scope, bucket, count) values ('a', 0, 9007199254740993)`.execute(store.db)
    await expect(store.db.selectFrom('counters').selectAll().execute()).rejects.toThrow(RangeError)
  })

  test('behavior: 20 racing inserts have one winner', async () => {
    const store = await open()
    const inserts = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.db
          .insertInto('replays')
          .values({ address: '0xa', digest: '0xd', expires_at: 1 })
          .onConflict((conflict) => conflict.doNothing())
          .returning('digest')
          .executeTakeFirst(),
      ),
    )
    expect(inserts.filter((row) => row !== undefined)).toHaveLength(1)
  })

  test('behavior: a transaction that throws changes nothing', async () => {
    const store = await open()
    const work = store.transaction(async (tx) => {
      await tx.insertInto('counters').values({ scope: 'a', bucket: 0, count: 1 }).execute()
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await count(store)).toEqual({ total: null })
  })

  test('behavior: transactions that read before they write lose no update', async () => {
    const given = await settings()
    const first = await open(given)
    const second = kind === 'postgres' ? await open(given) : first
    await first.db.insertInto('counters').values({ scope: 'a', bucket: 0, count: 0 }).execute()
    const increment = (store: Store) =>
      store.transaction(async (tx) => {
        const row = await tx.selectFrom('counters').select('count').executeTakeFirstOrThrow()
        await tx
          .updateTable('counters')
          .set({ count: row.count + 1 })
          .execute()
      })
    for (let round = 0; round < 10; round++) await Promise.all([increment(first), increment(second), increment(first)])
    expect(await count(first)).toEqual({ total: 30 })
  })

  test('behavior: rows are there after closing and opening again', async () => {
    const given = await settings()
    const store = await open(given)
    await store.db.insertInto('counters').values({ scope: 'a', bucket: 0, count: 7 }).execute()
    await store.close()
    expect(await count(await open(given))).toEqual({ total: 7 })
  })

  test('behavior: closing is idempotent', async () => {
    const given = await settings()
    const store = await open(given)
    await store.close()
    const next = await open(given)
    await store.close()
    await next.probe()
    if (kind === 'sqlite') await expect(open(given)).rejects.toThrow(StoreLockedError)
  })

  test('behavior: an old store is migrated and keeps its rows', async () => {
    const given = await settings()
    await makeOld(given)
    const store = await open(given)
    expect(await count(store)).toEqual({ total: 7 })
    expect(await tablesOf(store)).toEqual(allTables)
  })

  test('behavior: killed 20 times during its migration, a store keeps its rows', async () => {
    const given = await settings()
    await makeOld(given)
    for (let life = 0; life < 20; life++) {
      const child = await startChild('migrateUntilKilled.ts', [JSON.stringify(given), `${life}`])
      expect(await child.next()).toBeUndefined()
      await child.kill()
    }
    const store = await open(given)
    expect(await count(store)).toEqual({ total: 7 })
    expect(await tablesOf(store)).toEqual(allTables)
  })

  test('error: a store of a later version is refused', async () => {
    const given = await settings()
    const later = await open(given)
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(later.db)
    await later.close()
    await expect(open(given)).rejects.toThrow(StoreTooNewError)
    await expect(open(given)).rejects.toMatchObject({ unknownMigrations: ['9999_later'] })
  })

  test('behavior: a migration that fails leaves nothing behind', async () => {
    const store = await open()
    const broken: Migration = {
      async up(db: Kysely<unknown>) {
        await db.schema.createTable('half').addColumn('a', 'bigint').execute()
        throw new Error('killed')
      },
    }
    await expect(
      migrate(store.db as Kysely<unknown>, { migrations: { ...migrations, '0099_broken': broken } }),
    ).rejects.toThrow('killed')
    const tables = await store.db.introspection.getTables()
    expect(tables.map((table) => table.name)).not.toContain('half')
  })

  if (kind === 'postgres') {
    test('behavior: ten instances start at once on an empty database', async () => {
      const given = await settings()
      const all = await Promise.all(Array.from({ length: 10 }, () => open(given, { poolSize: 2 })))
      await Promise.all(all.map((store) => store.probe()))
    })

    test('error: the server is killed and restarted', async () => {
      const store = await open()
      await store.db.insertInto('counters').values({ scope: 'a', bucket: 0, count: 7 }).execute()
      const inside = store.transaction(async (tx) => {
        await tx.insertInto('counters').values({ scope: 'a', bucket: 1, count: 1 }).execute()
        await server().crash()
        await tx.insertInto('counters').values({ scope: 'a', bucket: 2, count: 1 }).execute()
      })
      await expect(inside).rejects.toThrow(StoreUnavailableError)
      await expect(store.probe()).rejects.toThrow(StoreUnavailableError)
      await expect(count(store)).rejects.toThrow(StoreUnavailableError)
      await server().start()
      await store.probe()
      expect(await count(store)).toEqual({ total: 7 })
    })

    test.each(['before', 'after'] as const)(
      'error: the connection ends %s a commit reaches the server',
      async (when) => {
        const given = await settings()
        if (given.kind !== 'postgres') return
        const proxy = await startCommitProxy(given.url)
        onTestFinished(() => proxy.stop())
        const store = await open({ kind: 'postgres', url: proxy.url })
        proxy.cut = when
        const write = store.transaction((tx) =>
          tx.insertInto('counters').values({ scope: 'a', bucket: 0, count: 7 }).execute(),
        )
        // It cannot know which of the two it was.
        await expect(write).rejects.toMatchObject({ name: 'StoreUnavailableError', effect: 'open' })
        proxy.cut = undefined
        expect(await count(store)).toEqual({ total: when === 'after' ? 7 : null })
        const inside = store.transaction(async (tx) => {
          await tx.insertInto('counters').values({ scope: 'b', bucket: 0, count: 7 }).execute()
          await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
        })
        await expect(inside).rejects.toMatchObject({ name: 'StoreUnavailableError', effect: 'none' })
        expect(await count(store, 'b')).toEqual({ total: null })
      },
    )

    test('error: a statement takes too long', async () => {
      const store = await open(undefined, { statementTimeoutMs: 1000 })
      await expect(sql`select pg_sleep(30)`.execute(store.db)).rejects.toThrow(StoreUnavailableError)
      await store.probe()
    })

    test('error: the server is read-only', async () => {
      const given = await settings()
      if (given.kind !== 'postgres') return
      await (await open(given)).close()
      const readOnly = {
        kind: 'postgres',
        url: `${given.url}?options=-c%20default_transaction_read_only%3Don`,
      } as const
      await expect((await open(readOnly)).probe()).rejects.toThrow(StoreUnavailableError)
    })

    test('error: no server listens', async () => {
      const nowhere = openStore({ store: { kind: 'postgres', url: 'postgres://a:b@127.0.0.1:1/c' } })
      await expect(nowhere).rejects.toThrow(StoreUnavailableError)
    })
  }
})

describe('a directory', () => {
  const { open, settings } = stores('sqlite')
  const newDirectory = async () => {
    const given = await settings()
    return given.kind === 'sqlite' ? given.directory : ''
  }

  test('behavior: only its owner can read it', async () => {
    const directory = join(await newDirectory(), 'a/b')
    const store = await open({ kind: 'sqlite', directory })
    await store.db.insertInto('counters').values({ scope: 'a', bucket: 0, count: 1 }).execute()
    const modeOf = async (name: string) => ((await stat(join(directory, name))).mode & 0o777).toString(8)
    expect(await modeOf('.')).toBe('700')
    for (const file of ['holdfast.db', 'holdfast.db-wal', 'holdfast.db-shm', 'holdfast.lock']) {
      expect(await modeOf(file)).toBe('600')
    }
  })

  test('error: it is already open in this process', async () => {
    const directory = await newDirectory()
    await open({ kind: 'sqlite', directory })
    await expect(open({ kind: 'sqlite', directory })).rejects.toThrow(StoreLockedError)
    await expect(open({ kind: 'sqlite', directory: `${directory}/../${directory.split('/').pop()}` })).rejects.toThrow(
      StoreLockedError,
    )
    const refusal = await open({ kind: 'sqlite', directory }).catch((error: StoreLockedError) => error)
    const message = refusal instanceof StoreLockedError ? refusal.message : ''
    expect(message.split('\n').slice(0, 4).join('\n').replaceAll(directory, '<directory>')).toMatchInlineSnapshot(`
      "The directory <directory> is in use by another process.

      An embedded store has one owner. Stop the other process, give this one its own DATA_DIR,
      or set DATABASE_URL to share one server between many."
    `)
    const other = await startChild('holdStore.ts', [directory])
    expect(await other.next()).toBe('StoreLockedError')
    expect(await other.next()).toBeUndefined()
  })

  test('behavior: after a process was killed, the next one can open it', async () => {
    const directory = await newDirectory()
    for (let round = 0; round < 3; round++) {
      const holder = await startChild('holdStore.ts', [directory])
      expect(await holder.next()).toBe('open')
      await expect(open({ kind: 'sqlite', directory })).rejects.toThrow(StoreLockedError)
      const written = Number(await holder.next())
      await holder.kill()
      const store = await open({ kind: 'sqlite', directory })
      const row = await count(store, 'written')
      expect(row.total).toBeGreaterThanOrEqual((written * (written + 1)) / 2)
      await store.db.deleteFrom('counters').execute()
      await store.close()
    }
  })

  test('error: it cannot be created', async () => {
    const nowhere = openStore({ store: { kind: 'sqlite', directory: '/dev/null/holdfast' } })
    await expect(nowhere).rejects.toThrow(StoreUnavailableError)
  })

  test('error: the disk is full, or cannot be written to', async () => {
    const store = await open()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(store.db)
    const row = { instance: 'a', seq: 1, time: 1, kind: 'a', body: 'x'.repeat(1e6), previous: '', hash: '' }
    const write = () => store.db.insertInto('audit').values(row).execute()
    await expect(write()).rejects.toThrow(StoreUnavailableError)
    // Within a transaction, the engine has already rolled back.
    const failure = await store
      .transaction((tx) => tx.insertInto('audit').values(row).execute())
      .catch((error) => error)
    expect([failure, nameOf(failure)]).toEqual([
      expect.any(StoreUnavailableError),
      'StoreUnavailableError < SQLITE_FULL',
    ])
    await expect(store.probe()).rejects.toThrow(StoreUnavailableError)
    await sql`pragma max_page_count = 1000000`.execute(store.db)
    await store.probe()
    await write()
    await sql`pragma query_only = 1`.execute(store.db)
    await expect(store.probe()).rejects.toThrow(StoreUnavailableError)
    await sql`pragma query_only = 0`.execute(store.db)
    await store.probe()
  })

  test('error: less than 8 MiB are left on the disk', async () => {
    let free = 8 * 1024 * 1024 - 1
    const store = await open(undefined, { freeBytes: async () => free })
    const full = { name: 'StoreUnavailableError', cause: expect.objectContaining({ name: 'DiskFullError' }) }
    await expect(store.probe()).rejects.toMatchObject(full)
    // Small rows are still written, so that requests in progress can finish.
    await store.db.insertInto('counters').values({ scope: 'a', bucket: 0, count: 1 }).execute()
    free += 1
    await store.probe()
  })

  test.each(['holdfast.db', 'holdfast.lock'])('error: %s is deleted, or replaced, under the store', async (name) => {
    const directory = await newDirectory()
    const store = await open({ kind: 'sqlite', directory })
    const file = join(directory, name)
    await copyFile(file, `${file}.copy`)
    await store.probe()
    await rename(`${file}.copy`, file)
    await expect(store.probe()).rejects.toThrow(StoreUnavailableError)
    await rm(file)
    await expect(store.probe()).rejects.toThrow(StoreUnavailableError)
    await expect(store.db.selectFrom('counters').selectAll().execute()).rejects.toThrow(StoreUnavailableError)
    const work = vi.fn(async () => {})
    await expect(store.transaction(work)).rejects.toThrow(StoreUnavailableError)
    expect(work).not.toHaveBeenCalled()
  })

  test('behavior: leases of a process that has ended are free', async () => {
    const directory = await newDirectory()
    const store = await open({ kind: 'sqlite', directory })
    await store.db.insertInto('leases').values({ name: 'a', holder: 'b', fence: 4, expires_at: 9e15 }).execute()
    await store.close()
    const next = await open({ kind: 'sqlite', directory })
    expect(await next.db.selectFrom('leases').selectAll().executeTakeFirst()).toMatchObject({ fence: 4, expires_at: 0 })
  })

  test('behavior: deleted or blanked content is no longer in the file', async () => {
    const directory = await newDirectory()
    const store = await open({ kind: 'sqlite', directory })
    const row = (seq: number) => ({ instance: 'a', seq, time: 1, kind: 'a', previous: '', hash: '' })
    for (const seq of [1, 2, 3]) {
      const body = `claim-code-${seq}`
      await store.db
        .insertInto('audit')
        .values({ ...row(seq), body })
        .execute()
    }
    await store.close()
    const read = () => readFile(join(directory, 'holdfast.db'), 'latin1')
    expect((await read()).match(/claim-code-[123]/g)).toHaveLength(3)
    const next = await open({ kind: 'sqlite', directory })
    await next.db.deleteFrom('audit').where('seq', '=', 1).execute()
    await next.db.updateTable('audit').set({ body: '' }).where('seq', '=', 2).execute()
    await next.close()
    expect((await read()).match(/claim-code-[123]/g)).toEqual(['claim-code-3'])
  })

  test('behavior: another program may read the database at the same time', async () => {
    const directory = await newDirectory()
    const store = await open({ kind: 'sqlite', directory })
    const reader = new DatabaseSync(join(directory, 'holdfast.db'), { readOnly: true })
    reader.exec('begin; select * from counters')
    await store.db.insertInto('counters').values({ scope: 'a', bucket: 0, count: 1 }).execute()
    reader.close()
    expect((await readFile(join(directory, 'holdfast.db'))).subarray(0, 6).toString()).toBe('SQLite')
    await store.probe()
  })
})
