import { findUserDirectory } from './findUserDirectory.js'
import { requireOwnDirectory } from './requireOwnDirectory.js'

/**
 * Where this user's state is: what is under way, and what was read once.
 *
 * @throws CommandFailure `no_home`, `directory_not_private`
 */
export function findStateDirectory(env: Readonly<Record<string, string | undefined>>): string {
  const directory = findUserDirectory(env, 'XDG_STATE_HOME', ['.local', 'state'])
  requireOwnDirectory(directory, 'state')
  return directory
}
