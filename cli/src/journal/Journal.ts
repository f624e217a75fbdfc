import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CommandFailure, hasErrorCode } from '../failure/CommandFailure.js'

/** Something that was begun and whose end is not known yet. Holds hashes, ids and public addresses, never a secret. */
export type Pending = {
  /** Chosen by the journal; what `resume` takes. */
  id: string
  /** The command's words, joined by a space. */
  command: string
  chainId: number
  /** What the command needs to go on, as JSON. */
  facts: Readonly<Record<string, string>>
  /**
   * Something signed that was handed in and may not have been taken, as JSON. Its holder can hand it in and do nothing
   * else, so it is shown nowhere, and goes as soon as it was taken.
   */
  signed?: string
  /** ISO 8601. */
  begunAt: string
}

/**
 * What is under way, kept on disk so that a closed terminal loses nothing. Everything is written when the call returns:
 * the library hands out a hash right before the bytes leave.
 */
export type Journal = {
  /** Keeps what is known so far; called again with the same id it replaces. @throws CommandFailure `journal_unwritable` */
  keep: (pending: Omit<Pending, 'id' | 'begunAt'> & { id?: string | undefined; begunAt?: string }) => Pending
  /** It came to its end. */
  finish: (id: string) => void
  /** Oldest first, of every run, without the damaged ones. @throws CommandFailure where the directory cannot be read. */
  list: () => readonly Pending[]
  /** Entries that cannot be read, and are kept for a person to look at. */
  damaged: () => readonly { id: string; file: string }[]
  /** What this run has kept and not finished. */
  left: () => readonly Pending[]
}

/** What it is known by outside: the hash of its transaction, its id, or its address. */
export function knownBy({ facts }: Pick<Pending, 'facts'>): string {
  return facts.txHash ?? facts.transferId ?? facts.transferSpecHash ?? facts.account ?? ''
}

/** The journal of this user: a file for each thing that is under way, readable by no other user. */
export function createJournal(stateDirectory: string): Journal {
  const directory = join(stateDirectory, 'pending')
  const fileOf = (id: string) => join(directory, `${id}.json`)
  const left = new Map<string, Pending>()
  const read = () =>
    namesIn(directory)
      .filter((name) => /^[0-9a-f]{8}\.json$/.test(name))
      .map((name) => ({ id: name.slice(0, 8), entry: readPending(join(directory, name)) }))

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
          'Nothing was sent: what is under way must be on disk first. XDG_STATE_HOME names another place.',
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
      return read()
        .flatMap(({ entry }) => (entry === undefined || entry === 'damaged' ? [] : entry))
        .sort((one, other) => one.begunAt.localeCompare(other.begunAt))
    },
    damaged: () => read().flatMap(({ id, entry }) => (entry === 'damaged' ? { id, file: fileOf(id) } : [])),
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

/**
 * One file of the journal.
 *
 * @returns `undefined` where another run has finished it meanwhile, `'damaged'` where it does not hold what was written.
 */
function readPending(file: string): Pending | 'damaged' | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isPending(stored, basename(file, '.json')) ? stored : 'damaged'
  } catch (error) {
    return hasErrorCode(error, 'ENOENT') ? undefined : 'damaged'
  }
}

/** Whether it is an entry of that id, without characters that this program never writes. */
function isPending(value: unknown, id: string): value is Pending {
  const { facts, signed = '', ...texts }: Record<string, unknown> = Object(value)
  const isText = (one: unknown): one is string => typeof one === 'string' && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(one)
  return (
    texts.id === id &&
    isText(texts.command) &&
    isText(texts.begunAt) &&
    Number.isSafeInteger(texts.chainId) &&
    typeof facts === 'object' &&
    facts !== null &&
    Object.values(facts).every(isText) &&
    typeof signed === 'string'
  )
}
