import { findContact, removeContact } from '@holdfast/sdk/contacts'
import type { Run } from '../../../command/Command.js'
import { readAddress } from '../../../input/readAddress.js'
import { openContacts } from '../../../risk/openContacts.js'

export const run: Run = async (context, { positionals: [typed = ''] }) => {
  const contacts = openContacts(context)
  const book = contacts.book()
  const address = findContact(book, typed)?.address ?? readAddress('address', typed)
  const rest = removeContact(book, address)
  const isRemoved = rest !== book
  if (isRemoved) contacts.keep(rest)
  return { result: { address, isRemoved }, text: isRemoved ? `${address} is removed.` : `${address} was not saved.` }
}
