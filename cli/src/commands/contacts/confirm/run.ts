import { findContact } from '@holdfast/sdk/contacts'
import { addressWords } from '@holdfast/sdk/words'
import type { Run } from '../../../command/Command.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { openContacts } from '../../../risk/openContacts.js'
import { saveContact } from '../../../risk/saveContact.js'
import { readPayer } from '../../../wallet/readPayer.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed = ''],
    options,
  } = input
  const contact = findContact(openContacts(context).book(), typed)
  if (contact === undefined)
    throw usageFailure('unknown_contact', 'There is no such contact.', ['holdfast contacts list shows all of them.'])
  const { address, name } = contact
  const words = addressWords(address)
  context.terminal.say(`The words of ${address}: ${words.join(' ')}`)
  const payer = await readPayer(context, options.from)
  const saved = await saveContact(context, input, { address, name, payer })
  return {
    result: { address, words, ...saved },
    text: `${name ?? address} is confirmed.`,
  }
}
