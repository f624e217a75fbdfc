import type { Command } from './command/Command.js'
import { checkCommand } from './commands/check/command.js'
import { configShowCommand } from './commands/config/show/command.js'

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [checkCommand, configShowCommand]
