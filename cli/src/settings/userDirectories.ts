import { type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { usageFailure } from '../failure/CommandFailure.js'

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

/**
 * Where this user's settings file is, if none is named.
 *
 * @throws CommandFailure `no_home`, `directory_not_private`
 */
export function findSettingsDirectory(env: Readonly<Record<string, string | undefined>>): string {
  const directory = findUserDirectory(env, 'XDG_CONFIG_HOME', ['.config'])
  requireOwnDirectory(directory, 'settings')
  return directory
}

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
