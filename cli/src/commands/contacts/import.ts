import { importContacts } from '@holdfast/sdk/contacts'
import { defineCommand } from '../../command/Command.js'
import { readTextFile } from '../../input/files.js'
import { openContacts } from '../../risk/openContacts.js'

export const command = defineCommand({
  summary: "take over another person's list of contacts, without trusting it",
  details:
    'An imported contact is not good to pay: the firewall only warns of addresses that imitate it, until `contacts confirm`. An import changes no existing contact. A malformed file is refused as a whole.',
  positionals: [{ name: 'file', describes: 'file of `contacts export`' }],
  examples: [['contacts import bob.json', 'adds what is new in it']],
  result: {
    added: 'list of `address` and `name`',
    skipped: 'list of `address`, `name` and `why`: `known` or `name_taken`',
  },
  async run(context, { positionals: [file = ''] }) {
    const contacts = openContacts(context)
    const text = readTextFile(file, context.pathOf, 4_000_000)
    const { added, skipped } = contacts.change((book) => importContacts(book, text))
    const left = skipped.length === 0 ? '' : ` ${skipped.length} left out: their address or name is there already.`
    return {
      result: { added: added.map(({ address, name }) => ({ address, name: name ?? null })), skipped },
      text: `${added.length} contacts added, none of them trusted until you confirm it.${left}`,
    }
  },
})
