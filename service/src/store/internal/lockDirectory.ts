import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreLockedError } from '../StoreErrors.js'
import { sqliteError } from './nodeSqlite.js'

/**
 * Locks a directory for this process, until the returned function is called or the process ends in any way.
 *
 * The lock is SQLite's own on an empty database beside the real one: the operating system releases it when the process
 * ends, and the real one stays readable for backups. A POSIX lock is lost when its process closes *any* handle of the
 * file, so the file is never opened in another way once it exists.
 *
 * @param directory - A real path: a second name for it would be a second lock.
 */
export function lockDirectory(directory: string): Promise<() => void> {
  // A promise, so that a refusal is a rejection like every other failure to open.
  return Promise.resolve().then(() => {
    if (owned.has(directory)) throw new StoreLockedError(directory)
    const file = join(directory, 'holdfast.lock')
    if (!existsSync(file)) createEmpty(file)
    chmodSync(file, 0o600)
    const lock = openLock(file)
    try {
      lock.exec('pragma journal_mode = memory; begin exclusive')
    } catch (error) {
      lock.close()
      throw isBusy(error) ? new StoreLockedError(directory, { cause: error }) : sqliteError(error)
    }
    owned.add(directory)
    return () => {
      if (!lock.isOpen) return
      lock.close()
      owned.delete(directory)
    }
  })
}

const owned = new Set<string>()

/** SQLITE_BUSY and SQLITE_LOCKED, in the low byte of their extended codes. */
function isBusy(error: unknown): boolean {
  // Of a thrown value without the field it is `undefined`.
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' && (code & 0xff) >= 5 && (code & 0xff) <= 6
}

function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw sqliteError(error)
  }
}

function createEmpty(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // The error of the file system.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
