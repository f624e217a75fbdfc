import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { usageFailure } from '../failure/CommandFailure.js'

/**
 * The text of a file that the person has named.
 *
 * @param maxBytes - A longer file is not read.
 * @throws CommandFailure `file_unreadable`
 */
export function readTextFile(file: string, pathOf: (file: string) => string, maxBytes: number): string {
  try {
    const path = pathOf(file)
    if (statSync(path).size <= maxBytes) return readFileSync(path, 'utf8')
  } catch {
    throw usageFailure('file_unreadable', `${file} cannot be read.`)
  }
  throw usageFailure('file_unreadable', `${file} is longer than ${maxBytes} bytes.`)
}

/**
 * The text of a file with secrets. It must not be readable by other users of the machine. Windows has no such modes.
 *
 * @throws CommandFailure `file_not_private`, and as {@link readTextFile}
 */
export function readSecretFile(file: string, pathOf: (file: string) => string, maxBytes: number): string {
  const text = readTextFile(file, pathOf, maxBytes)
  if (process.getuid === undefined || (statSync(pathOf(file)).mode & 0o077) === 0) return text
  throw usageFailure('file_not_private', `${file} can be read or changed by other users of this machine.`, [
    `Make new secrets if others may have read these, then: chmod 600 ${file}`,
  ])
}

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
