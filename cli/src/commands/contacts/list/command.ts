import type { Command } from '../../../command/Command.js'

export const contactsListCommand: Command = {
  path: ['contacts', 'list'],
  summary: 'show the addresses that you have saved',
  examples: [['contacts list', 'one a line']],
  result: { contacts: 'list of addresses' },
  load: () => import('./run.js'),
}
