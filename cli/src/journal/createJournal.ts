import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Journal, Pending } from './Journal.js'

/** The journal of this user: a file for each thing that is under way, readable by nobody else. */
export function createJournal(env: Readonly<Record<string, string | undefined>>): Journal {
  const home = env.XDG_STATE_HOME || join(env.HOME ?? homedir(), '.local', 'state')
  const directory = join(home, 'holdfast', 'pending')
  const fileOf = (id: string) => join(directory, `${id}.json`)

  return {
    async keep({ id = randomBytes(4).toString('hex'), ...rest }) {
      const pending: Pending = { id, ...rest, begunAt: new Date().toISOString() }
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const next = `${fileOf(id)}.next`
      await writeFile(next, `${JSON.stringify(pending)}\n`, { mode: 0o600 })
      await rename(next, fileOf(id))
      return pending
    },
    finish: (id) => rm(fileOf(id), { force: true }),
    async list() {
      const names = await readdir(directory).catch(() => [])
      const files = names.filter((name) => /^[0-9a-f]{8}\.json$/.test(name))
      const read = await Promise.all(files.map(async (name) => readFile(join(directory, name), 'utf8')))
      return read
        .map((text) => JSON.parse(text) as Pending)
        .sort((one, other) => one.begunAt.localeCompare(other.begunAt))
    },
  }
}
