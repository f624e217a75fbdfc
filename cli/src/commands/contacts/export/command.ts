import type { Command } from '../../../command/Command.js'

export const contactsExportCommand: Command = {
  path: ['contacts', 'export'],
  summary: 'write your contacts to a file, for another device or person',
  details: 'The file is data and no decision: the importer confirms each contact again.',
  options: [{ flags: '--file <file>', describes: 'new file to write' }],
  examples: [['contacts export --file contacts-of-alice.json', 'names and addresses, nothing else']],
  result: { file: 'the file', contacts: 'number of contacts in it' },
  load: () => import('./run.js'),
}
