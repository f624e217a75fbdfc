import { findContact } from '@holdfast/sdk/contacts'
import { addressWords } from '@holdfast/sdk/words'
import { defineCommand } from '../../command/Command.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { openContacts } from '../../risk/openContacts.js'
import { readPayer } from '../../wallet/findWallet.js'
import { saveContact } from './saveContact.js'

export const command = defineCommand({
  summary: 'trust a contact that was imported, after its owner has confirmed the address',
  details:
    'Compare the address or its four words with its owner first, over another channel than the one the list came by. The firewall then checks it as in `contacts add`, with the same exit codes.',
  wallet: 'names',
  positionals: [{ name: 'contact', describes: 'address or name of the contact' }],
  options: [
    { flags: '--from <address>', describes: 'account whose history the firewall reads; by default the wallet’s' },
  ],
  examples: [['contacts confirm Bob --account 0', 'checks it, then trusts it']],
  result: {
    address: 'the contact',
    name: 'its name; null without one',
    words: 'four words of the address',
    level: '`safe`, `warning` or `block`, as of `check`',
    decided: 'list of addresses that look like it and were decided against',
  },
  async run(context, input) {
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
  },
})
