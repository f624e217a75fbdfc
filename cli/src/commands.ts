import type { Command } from './command/Command.js'
import { checkCommand } from './commands/check/command.js'
import { configShowCommand } from './commands/config/show/command.js'
import { devnetCommand } from './commands/devnet/command.js'
import { serviceAnnouncementsCommand } from './commands/service/announcements/command.js'
import { serviceCosignerCommand } from './commands/service/cosigner/command.js'
import { serviceHealthCommand } from './commands/service/health/command.js'
import { serviceVerifiedRecipientsCommand } from './commands/service/verifiedRecipients/command.js'

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  checkCommand,
  configShowCommand,
  serviceHealthCommand,
  serviceCosignerCommand,
  serviceAnnouncementsCommand,
  serviceVerifiedRecipientsCommand,
  devnetCommand,
]
