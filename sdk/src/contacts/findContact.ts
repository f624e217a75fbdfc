import { findByName } from './internal/find.js'
import type { Contact, ContactBook } from './types.js'

/**
 * Finds a contact by its address or by its name, in any case and spacing.
 *
 * @returns Look at its `status`: an imported one says only what another person's list says.
 * @example
 * const book = addContact([], { address: recipient, name: 'Bob' })
 * findContact(book, 'bob')?.address
 */
export function findContact(book: ContactBook, addressOrName: string): Contact | undefined {
  return (
    book.find(({ address }) => address.toLowerCase() === addressOrName.toLowerCase()) ?? findByName(book, addressOrName)
  )
}
