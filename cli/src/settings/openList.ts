import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandFailure, hasErrorCode, usageFailure } from '../failure/CommandFailure.js'
import type { Host } from '../io/Host.js'

/**
 * A list that the person keeps, as JSON in a file beside the settings file, readable by no other user.
 *
 * @param name - Of the file, without its ending.
 */
export function openList<item>(
  { settingsFile, pathOf }: { settingsFile: string } & Pick<Host, 'pathOf'>,
  name: string,
  isItem: (value: unknown) => value is item,
): StoredList<item> {
  const file = join(dirname(pathOf(settingsFile)), `${name}.json`)
  const read = (): readonly item[] => {
    const stored = readJson(file)
    if (stored === undefined) return []
    if (!Array.isArray(stored) || !stored.every(isItem))
      throw usageFailure('list_invalid', `${file} is not a list of ${name}.`, ['Correct it, or delete it.'])
    return stored
  }
  return {
    read,
    change(make) {
      return withLock(file, () => {
        const before = read()
        const made = make(before)
        if (made.items !== before) write(file, made.items)
        return made
      })
    },
  }
}

function write(file: string, items: readonly unknown[]): void {
  const next = `${file}.next`
  try {
    writeFileSync(next, `${JSON.stringify(items, null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(next, file)
  } catch {
    throw new CommandFailure('failed', 'list_unwritable', `${file} cannot be written.`)
  }
}

export type StoredList<item> = {
  /** @throws CommandFailure `list_invalid` */
  read: () => readonly item[]
  /**
   * Reads the list again under a lock, so that nothing is lost that another command has written meanwhile, and writes the
   * `items` that `make` returns. Writes nothing where they are the same array, or where `make` throws.
   *
   * @returns What `make` returned.
   * @throws CommandFailure `list_invalid`, `list_locked`, `list_unwritable`
   */
  change: <made extends { items: readonly item[] }>(make: (items: readonly item[]) => made) => made
}

/** `undefined` where there is no file. */
function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw usageFailure('list_invalid', `${file} cannot be read.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw usageFailure('list_invalid', `${file} is not JSON.`, ['Correct it, or delete it.'])
  }
}

/**
 * Does work while no other command works on the same file. It blocks this process, so that no signal can end the work halfway.
 *
 * @param file - What is guarded; the lock is a file beside it.
 * @param attempts - How often to look for the end of another command's work, 20 ms apart.
 * @throws CommandFailure `list_locked`, `list_unwritable`
 */
export function withLock<result>(file: string, work: () => result, attempts = 500): result {
  const lock = `${file}.lock`
  for (let left = attempts; !take(lock); left--) {
    if (left <= 1)
      throw new CommandFailure('failed', 'list_locked', `Another command is writing ${file}.`, [
        `Try again. Where no other command runs, one was killed while it wrote: delete ${lock}`,
      ])
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(lock: string): boolean {
  try {
    mkdirSync(dirname(lock), { recursive: true, mode: 0o700 })
    closeSync(openSync(lock, 'wx', 0o600))
    return true
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false
    throw new CommandFailure('failed', 'list_unwritable', `${lock} cannot be written.`)
  }
}
