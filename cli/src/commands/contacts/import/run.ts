import { importContacts } from '@holdfast/sdk/contacts'
import type { Run } from '../../../command/Command.js'
import { readTextFile } from '../../../input/readTextFile.js'
import { openContacts } from '../../../risk/openContacts.js'

export const run: Run = async (context, { positionals: [file = ''] }) => {
  const contacts = openContacts(context)
  const text = readTextFile(file, context.pathOf, 4_000_000)
  const { added, skipped } = contacts.change((book) => importContacts(book, text))
  const left = skipped.length === 0 ? '' : ` ${skipped.length} left out: their address or name is there already.`
  return {
    result: { added: added.map(({ address, name }) => ({ address, name: name ?? null })), skipped },
    text: `${added.length} contacts added, none of them trusted until you confirm it.${left}`,
  }
}
