import { addressWords } from '@holdfast/sdk/words'
import type { Run } from '../../../command/Command.js'
import { openContacts } from '../../../risk/openContacts.js'

export const run: Run = async (context) => {
  const contacts = openContacts(context)
  const book = contacts.book().map((one) => ({ ...one, name: one.name ?? null, words: addressWords(one.address) }))
  const lines = book.map(({ address, name, words, status }) =>
    [address, name ?? '', words.join(' '), ...(status === 'imported' ? ['not confirmed'] : [])].join('  '),
  )
  return {
    result: { contacts: contacts.references().contacts, book },
    text: lines.join('\n') || 'No contacts.',
  }
}
