import { clearForeignUseCommand } from './clearForeignUseCommand.js'
import { verifyAuditCommand } from './verifyAuditCommand.js'

/** Does one thing with the store of the settings, and says what it found. */
export type Command = (
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
) => Promise<{ ok: boolean; report: object }>

/** What the program does instead of serving, by its first word. */
export const commands: ReadonlyMap<string, Command> = new Map([
  ['clear-foreign-use', clearForeignUseCommand],
  ['verify-audit', verifyAuditCommand],
])
