import { findContact, removeContact } from '@holdfast/sdk/contacts'
import { defineCommand } from '../../command/Command.js'
import { readAddress } from '../../input/readAddress.js'
import { openContacts } from '../../risk/openContacts.js'

export const command = defineCommand({
  summary: 'forget an address that you have saved',
  details: 'Decisions about it stay; see `pairs remove`.',
  positionals: [{ name: 'address', describes: 'the contact, or its name' }],
  examples: [
    ['contacts remove 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'from now on only your payments to it count'],
  ],
  result: { address: 'address', isRemoved: 'whether it was saved' },
  async run(context, { positionals: [typed = ''] }) {
    const { address, isRemoved } = openContacts(context).change((all) => {
      const address = findContact(all, typed)?.address ?? readAddress('address', typed)
      const book = removeContact(all, address)
      return { book, address, isRemoved: book !== all }
    })
    return { result: { address, isRemoved }, text: isRemoved ? `${address} is removed.` : `${address} was not saved.` }
  },
})
