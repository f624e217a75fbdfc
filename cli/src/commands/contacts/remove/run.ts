import { findContact, removeContact } from '@holdfast/sdk/contacts'
import type { Run } from '../../../command/Command.js'
import { readAddress } from '../../../input/readAddress.js'
import { openContacts } from '../../../risk/openContacts.js'

export const run: Run = async (context, { positionals: [typed = ''] }) => {
  const { address, isRemoved } = openContacts(context).change((all) => {
    const address = findContact(all, typed)?.address ?? readAddress('address', typed)
    const book = removeContact(all, address)
    return { book, address, isRemoved: book !== all }
  })
  return { result: { address, isRemoved }, text: isRemoved ? `${address} is removed.` : `${address} was not saved.` }
}
