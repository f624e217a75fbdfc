import { addressWords } from '@holdfast/sdk/words'
import { defineCommand } from '../../command/Command.js'
import { openContacts } from '../../risk/openContacts.js'

export const command = defineCommand({
  summary: 'show the addresses that you have saved, and those you have imported',
  examples: [['contacts list', 'one a line, with name and words']],
  result: {
    contacts: 'list of the addresses that you trust',
    book: 'list of `address`, `name`, `words` and `status`: `confirmed` or `imported`',
  },
  async run(context) {
    const contacts = openContacts(context)
    const book = contacts.book().map((one) => ({ ...one, name: one.name ?? null, words: addressWords(one.address) }))
    const lines = book.map(({ address, name, words, status }) =>
      [address, name ?? '', words.join(' '), ...(status === 'imported' ? ['not confirmed'] : [])].join('  '),
    )
    return {
      result: { contacts: contacts.references().contacts, book },
      text: lines.join('\n') || 'No contacts.',
    }
  },
})
