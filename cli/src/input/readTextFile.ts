import { readFileSync, statSync } from 'node:fs'
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
