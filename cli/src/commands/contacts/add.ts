import { addressWords } from '@holdfast/sdk/words'
import { defineCommand } from '../../command/Command.js'
import { readAddress } from '../../input/readAddress.js'
import { readPayer } from '../../wallet/findWallet.js'
import { saveContact } from './saveContact.js'

export const command = defineCommand({
  summary: 'save an address that you trust: good to pay, and protected against imitation',
  details:
    'The firewall checks the address first, as if it were not saved. Nothing is saved if the firewall blocks it for a reason other than a resemblance (exit code 3), or if a source did not answer (exit code 5). If it looks like an address that the payer knows well, a person must decide at a terminal that it is the genuine one, as in `pairs decide`; without that decision nothing is saved (exit code 3).\nContacts are kept in `contacts.json` beside the settings file and count for all payers on all chains. The name is your own; no two contacts share one.',
  wallet: 'names',
  positionals: [{ name: 'address', describes: 'address to save' }],
  options: [
    { flags: '--name <name>', describes: 'your own name for it, 1 to 40 characters' },
    { flags: '--from <address>', describes: 'account whose history the firewall reads; by default the wallet’s' },
  ],
  examples: [
    ['contacts add 0x8617E340B3D01FA5F11F306F4090FD50E238070D --account 0', 'checks it, then saves it'],
    ['contacts add 0x8617E340B3D01FA5F11F306F4090FD50E238070D --name Bob --account 0', 'the same, under a name'],
  ],
  result: {
    address: 'the contact',
    name: 'its name; null without one',
    words: 'four words of the address, for its owner to read aloud',
    level: '`safe`, `warning` or `block`, as of `check`',
    decided: 'list of addresses that look like it and were decided against',
  },
  async run(context, input) {
    const {
      positionals: [typed],
      options,
    } = input
    const address = readAddress('address', typed)
    const { name } = options
    const payer = await readPayer(context, options.from)
    const saved = await saveContact(context, input, { address, name, payer })
    const words = addressWords(address)
    return {
      result: { address, words, ...saved },
      text: `${address} is saved${saved.name === null ? '' : ` as ${saved.name}`}.\n  its words  ${words.join(' ')}`,
    }
  },
})
