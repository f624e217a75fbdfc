import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandFailure } from '../failure/CommandFailure.js'
import { hasErrorCode } from '../failure/hasErrorCode.js'

/**
 * Does something while no other command does it for the same file. It blocks this process, so that no signal can end it halfway.
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
