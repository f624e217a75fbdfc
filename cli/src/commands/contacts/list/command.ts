import type { Command } from '../../../command/Command.js'

export const contactsListCommand: Command = {
  path: ['contacts', 'list'],
  summary: 'show the addresses that you have saved, and those you have imported',
  examples: [['contacts list', 'one a line, with name and words']],
  result: {
    contacts: 'list of the addresses that you trust',
    book: 'list of `address`, `name`, `words` and `status`: `confirmed` or `imported`',
  },
  load: () => import('./run.js'),
}
