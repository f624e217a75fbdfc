import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { Config } from '../src/config/Config.js'
import { openStore } from '../src/store/openStore.js'
import type { Store } from '../src/store/Store.js'
import { startPostgres, type TestPostgres } from './postgres.js'

/**
 * Declares the same tests for the embedded store and for a server, which is started once for all tests of a file.
 *
 * @example
 * describeStores('sequences', ({ open }) => {
 *   test('default', async () => {
 *     const store = await open()
 *   })
 * })
 */
export function describeStores(name: string, tests: (stores: TestStores) => void): void {
  describe.each(['sqlite', 'postgres'] as const)(`${name} (%s)`, (kind) => {
    tests(stores(kind))
  })
}

/** Stores of a test; those still open are closed after it. */
export type TestStores = {
  kind: Store['kind']
  /** A new, empty store; or, with settings, another handle of an existing store. */
  open: (settings?: Config['store'], options?: Partial<openStore.Options>) => Promise<Store>
  /** Settings of a new, empty store. */
  settings: () => Promise<Config['store']>
  /** The server, if there is one. */
  server: () => TestPostgres
}

/** Stores of one kind, for the tests of the enclosing `describe`. */
export function stores(kind: Store['kind']): TestStores {
  const opened: Store[] = []
  const directories: string[] = []
  let server: TestPostgres | undefined

  if (kind === 'postgres') {
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server?.stop())
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
    await Promise.all(directories.splice(0).map((directory) => rm(directory, { recursive: true, force: true })))
  })

  const running = () => {
    if (!server) throw new Error('There is no server here.')
    return server
  }
  const settings = async (): Promise<Config['store']> => {
    if (kind === 'postgres') return { kind, url: await running().createDatabase() }
    const directory = await mkdtemp(join(SCRATCH, 'holdfast-store-'))
    directories.push(directory)
    return { kind, directory }
  }
  return {
    kind,
    settings,
    server: running,
    async open(given, options) {
      // Long, since a busy machine is not an outage; an intended outage refuses connections at once.
      const store = await openStore({ store: given ?? (await settings()), connectTimeoutMs: 30_000, ...options })
      opened.push(store)
      return store
    },
  }
}
