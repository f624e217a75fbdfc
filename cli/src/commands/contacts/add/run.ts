import { addressWords } from '@holdfast/sdk/words'
import type { Run } from '../../../command/Command.js'
import { readAddress } from '../../../input/readAddress.js'
import { saveContact } from '../../../risk/saveContact.js'
import { readPayer } from '../../../wallet/readPayer.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed],
    options,
  } = input
  const address = readAddress('address', typed)
  const name = typeof options.name === 'string' ? options.name : undefined
  const payer = await readPayer(context, options.from)
  const saved = await saveContact(context, input, { address, name, payer })
  const words = addressWords(address)
  return {
    result: { address, words, ...saved },
    text: `${address} is saved${saved.name === null ? '' : ` as ${saved.name}`}.\n  its words  ${words.join(' ')}`,
  }
}
