import type { Run } from '../../../command/Command.js'
import { openContacts } from '../../../risk/openContacts.js'

export const run: Run = async (context) => {
  const contacts = openContacts(context).all()
  return { result: { contacts }, text: contacts.length === 0 ? 'No contacts.' : contacts.join('\n') }
}
