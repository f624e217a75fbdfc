import { exportContacts } from '@holdfast/sdk/contacts'
import { defineCommand } from '../../command/Command.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { writeNewFile } from '../../input/files.js'
import { openContacts } from '../../risk/openContacts.js'

export const command = defineCommand({
  summary: 'write your contacts to a file, for another device or person',
  details: 'The file is data, not a decision: the importer confirms each contact again.',
  options: [{ flags: '--file <file>', describes: 'new file to write' }],
  examples: [['contacts export --file contacts-of-alice.json', 'names and addresses, nothing else']],
  result: { file: 'the file', contacts: 'number of contacts in it' },
  async run(context, { options: { file } }) {
    if (file === undefined) throw usageFailure('missing_file', '--file is missing.')
    const book = openContacts(context).book()
    writeNewFile(file, context.pathOf, exportContacts(book))
    return { result: { file, contacts: book.length }, text: `${book.length} contacts are in ${file}.` }
  },
})
