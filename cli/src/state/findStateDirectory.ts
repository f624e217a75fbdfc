import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where this user's state is: what is under way, and what was read once. */
export function findStateDirectory(env: Readonly<Record<string, string | undefined>>): string {
  return join(env.XDG_STATE_HOME || join(env.HOME ?? homedir(), '.local', 'state'), 'holdfast')
}
