import { writeFileSync } from 'node:fs'
import { usageFailure } from '../failure/CommandFailure.js'

/**
 * Writes a file that is not there yet, readable by no other user.
 *
 * @throws CommandFailure `file_unwritable`
 */
export function writeNewFile(file: string, pathOf: (file: string) => string, text: string): void {
  try {
    writeFileSync(pathOf(file), text, { mode: 0o600, flag: 'wx', flush: true })
  } catch {
    throw usageFailure('file_unwritable', `${file} cannot be written: it must be a new file.`)
  }
}
