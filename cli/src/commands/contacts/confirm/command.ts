import type { Command } from '../../../command/Command.js'

export const contactsConfirmCommand: Command = {
  path: ['contacts', 'confirm'],
  summary: 'trust a contact that was imported, after its owner has confirmed the address',
  details:
    'Compare the address or its four words with its owner first, by another way than the list came. The firewall then checks it as in `contacts add`, with the same exit codes.',
  wallet: 'names',
  positionals: [{ name: 'contact', describes: 'address or name of the contact' }],
  options: [{ flags: '--from <address>', describes: 'address whose history counts; else that of the wallet' }],
  examples: [['contacts confirm Bob --account 0', 'checks it, then trusts it']],
  result: {
    address: 'the contact',
    name: 'its name; null without one',
    words: 'four words of the address',
    level: '`safe`, `warning` or `block`, as of `check`',
    decided: 'list of addresses that look like it and were decided against',
  },
  load: () => import('./run.js'),
}
