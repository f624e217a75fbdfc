import type { Run } from '../../../command/Command.js'
import { readAddress } from '../../../input/readAddress.js'
import { openContacts } from '../../../risk/openContacts.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const address = readAddress('address', typed)
  const isRemoved = openContacts(context).remove(address)
  return { result: { address, isRemoved }, text: isRemoved ? `${address} is removed.` : `${address} was not saved.` }
}
