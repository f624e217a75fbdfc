import type { Command } from './Command.js'
import { clearForeignUseCommand } from './clearForeignUseCommand.js'
import { verifyAuditCommand } from './verifyAuditCommand.js'

/** What the program does instead of serving, by its first argument. */
export const commands: ReadonlyMap<string, Command> = new Map([
  ['clear-foreign-use', clearForeignUseCommand],
  ['verify-audit', verifyAuditCommand],
])
