import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailure } from '../failure/CommandFailure.js'
import { hasErrorCode } from '../failure/hasErrorCode.js'
import type { Journal, Pending } from './Journal.js'

/** The journal of this user: a file for each thing that is under way, readable by nobody else. */
export function createJournal(stateDirectory: string): Journal {
  const directory = join(stateDirectory, 'pending')
  const fileOf = (id: string) => join(directory, `${id}.json`)
  const left = new Map<string, Pending>()

  return {
    keep({ id = randomBytes(4).toString('hex'), begunAt = left.get(id)?.begunAt, ...rest }) {
      const pending: Pending = { id, ...rest, begunAt: begunAt ?? new Date().toISOString() }
      const next = `${fileOf(id)}.next`
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        writeFileSync(next, `${JSON.stringify(pending)}\n`, { mode: 0o600, flush: true })
        renameSync(next, fileOf(id))
      } catch {
        throw new CommandFailure('failed', 'journal_unwritable', `Nothing can be written to ${directory}.`, [
          'Nothing was sent: what is under way has to be on disk first. XDG_STATE_HOME names another place.',
        ])
      }
      left.set(id, pending)
      return pending
    },
    finish(id) {
      rmSync(fileOf(id), { force: true })
      left.delete(id)
    },
    list() {
      const files = namesIn(directory).filter((name) => /^[0-9a-f]{8}\.json$/.test(name))
      return files
        .flatMap((name) => read(join(directory, name)) ?? [])
        .sort((one, other) => one.begunAt.localeCompare(other.begunAt))
    },
    left: () => [...left.values()],
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return []
    throw new CommandFailure('failed', 'journal_unreadable', `The directory ${directory} cannot be read.`)
  }
}

/** `undefined` where another run has finished it meanwhile. */
function read(file: string): Pending | undefined {
  try {
    // Only this module writes these files, each whole.
    return JSON.parse(readFileSync(file, 'utf8')) as Pending
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw new CommandFailure('failed', 'journal_unreadable', `${file} cannot be read, and names something under way.`)
  }
}
