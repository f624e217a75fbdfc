import type { Command } from '../../../command/Command.js'

export const contactsRemoveCommand: Command = {
  path: ['contacts', 'remove'],
  summary: 'forget an address that you have saved',
  details: 'Decisions about it stay; see `pairs remove`.',
  positionals: [{ name: 'address', describes: 'the contact, or its name' }],
  examples: [['contacts remove 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'it counts by its payments alone again']],
  result: { address: 'address', isRemoved: 'whether it was saved' },
  load: () => import('./run.js'),
}
