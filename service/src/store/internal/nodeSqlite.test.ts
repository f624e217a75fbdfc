import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NodeSqliteDialect, type SqliteWatch } from './nodeSqlite.js'

type Tables = { numbers: { value: number } }

let folder: string
let other: DatabaseSync
let db: Kysely<Tables>
let failures: unknown[]
let before: () => void
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-sqlite-'))
  const path = join(folder, 'store.db')
  other = new DatabaseSync(path)
  other.exec('create table numbers (value integer); insert into numbers values (1), (2), (3)')
  failures = []
  before = () => {}
  const database = new DatabaseSync(path, { timeout: 0 })
  database.function('read_page', (value) => {
    if (value === 3) throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
    return value
  })
  const watch: SqliteWatch = { before: () => before(), failed: (error) => failures.push(error) }
  db = new Kysely({ dialect: new NodeSqliteDialect(database, watch) })
  await db.selectFrom('numbers').selectAll().execute() // the schema is read
})
afterEach(async () => {
  await db.destroy()
  other.close()
  rmSync(folder, { recursive: true })
})

/** Each way in which Kysely runs a statement. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  all: () => db.selectFrom('numbers').selectAll().execute(),
  run: () => db.insertInto('numbers').values({ value: 4 }).execute(),
  iterate: () => streamed(),
}

async function streamed(): Promise<number[]> {
  const values: number[] = []
  for await (const { value } of db.selectFrom('numbers').selectAll().stream()) values.push(value)
  return values
}

test('rows are streamed in their order', async () => {
  expect(await streamed()).toEqual([1, 2, 3])
  expect(failures).toEqual([])
})

for (const [way, ask] of Object.entries(ways)) {
  test(`${way}: an error of the engine becomes StoreUnavailableError, and is passed to the watch`, async () => {
    other.exec('begin exclusive')
    const error = await ask().catch((error: unknown) => error)
    expect(error).toMatchObject({ name: 'StoreUnavailableError', cause: { name: 'SQLITE_BUSY' } })
    expect(failures).toEqual([error])
    other.exec('rollback')
    await ask()
  })

  test(`${way}: what the watch refuses does not reach the engine`, async () => {
    before = () => {
      throw new Error('the files are gone')
    }
    await expect(ask()).rejects.toThrow('the files are gone')
    before = () => {}
    expect(await streamed()).toEqual([1, 2, 3])
  })
}

test('an error in the middle of a stream is thrown, and the rows before it are kept', async () => {
  const seen: number[] = []
  const failing = async () => {
    const rows = db.selectFrom('numbers').select(sql<number>`read_page(value)`.as('value'))
    for await (const { value } of rows.stream()) seen.push(value)
  }
  await expect(failing()).rejects.toMatchObject({ name: 'StoreUnavailableError', cause: { name: 'SQLITE_IOERR' } })
  expect(seen).toEqual([1, 2])
  expect(failures).toHaveLength(1)
})

test('a stream that is left early ends its statement', async () => {
  for await (const { value } of db.selectFrom('numbers').selectAll().stream()) if (value === 2) break
  await db.schema.dropTable('numbers').execute() // refused while a statement reads it
})
