import { exportContacts } from '@holdfast/sdk/contacts'
import type { Run } from '../../../command/Command.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { writeNewFile } from '../../../input/writeNewFile.js'
import { openContacts } from '../../../risk/openContacts.js'

export const run: Run = async (context, { options: { file } }) => {
  if (typeof file !== 'string') throw usageFailure('missing_file', '--file is missing.')
  const book = openContacts(context).book()
  writeNewFile(file, context.pathOf, exportContacts(book))
  return { result: { file, contacts: book.length }, text: `${book.length} contacts are in ${file}.` }
}
