import type { ContactBook } from './types.js'

/**
 * Writes contacts as the text of a file, for another device or person. It is data and no decision: the importer confirms
 * each contact again.
 *
 * @example
 * const text = exportContacts(addContact([], { address: recipient, name: 'Bob' }))
 */
export function exportContacts(book: ContactBook): string {
  const contacts = book.map(({ address, name }) => (name === undefined ? { address } : { address, name }))
  return `${JSON.stringify({ type: 'holdfast:contacts', v: 1, contacts }, null, 2)}\n`
}
