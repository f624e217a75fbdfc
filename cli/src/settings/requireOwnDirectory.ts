import { type Stats, statSync } from 'node:fs'
import { usageFailure } from '../failure/CommandFailure.js'

/**
 * Refuses a directory that another user can write to: its files decide what is resumed, trusted or asked.
 * One that does not exist is made later, for this user alone. Windows has no such modes.
 *
 * @throws CommandFailure `directory_not_private`
 */
export function requireOwnDirectory(directory: string, what: 'state' | 'settings'): void {
  const found = stat(directory)
  const user = process.getuid?.()
  if (found === undefined || user === undefined) return
  const refused = (problem: string, advice: string) =>
    usageFailure('directory_not_private', `The directory of your ${what}, ${directory}, ${problem}.`, [advice])
  if (found.uid !== user && found.uid !== 0)
    throw refused('belongs to another user', 'Name another place, or take it over with chown.')
  // A group of one is usual for files of the person; what this program makes itself is for its user alone.
  const others = what === 'state' ? 0o022 : 0o002
  if ((found.mode & others) !== 0)
    throw refused('can be written by other users', `Check its files, then: chmod go-w ${directory}`)
}

/** `undefined` for one that cannot be looked at: reading or writing it says why. */
function stat(directory: string): Stats | undefined {
  try {
    return statSync(directory)
  } catch {
    return undefined
  }
}
