import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { usageFailure } from '../failure/CommandFailure.js'
import { requireOwnDirectory } from './requireOwnDirectory.js'

/**
 * Where this user's files of one kind are, by the rules of the XDG Base Directory Specification: a relative path counts as
 * not set, or the working directory would decide about settings and state.
 *
 * @param fallback - Below the home directory.
 * @throws CommandFailure `no_home` where the system names none either.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function findUserDirectory(
  env: Readonly<Record<string, string | undefined>>,
  variable: 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME',
  fallback: readonly [string, ...string[]],
): string {
  const named = env[variable]
  if (named !== undefined && isAbsolute(named)) return join(named, 'holdfast')
  const home = [env.HOME, homeOfUser()].find((one) => one !== undefined && isAbsolute(one))
  if (home !== undefined) return join(home, ...fallback, 'holdfast')
  throw usageFailure('no_home', `HOME names no absolute path, and neither does ${variable}.`, [
    'Set one of them; the working directory is never used instead.',
  ])
}

/** From the system's own list of users, which no variable changes. */
function homeOfUser(): string | undefined {
  try {
    return userInfo().homedir
  } catch {
    return undefined
  }
}

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
