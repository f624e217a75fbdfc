import type { Command } from '../../../command/Command.js'

export const contactsImportCommand: Command = {
  path: ['contacts', 'import'],
  summary: "take over another person's list of contacts, without trusting it",
  details:
    'An imported contact is not good to pay: the firewall only warns of addresses that imitate it, until `contacts confirm`. An import changes no contact that is there. A malformed file is refused as a whole.',
  positionals: [{ name: 'file', describes: 'file of `contacts export`' }],
  examples: [['contacts import bob.json', 'adds what is new in it']],
  result: {
    added: 'list of `address` and `name`',
    skipped: 'list of `address`, `name` and `why`: `known` or `name_taken`',
  },
  load: () => import('./run.js'),
}
