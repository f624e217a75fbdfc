import type { Address } from 'viem'
import type { ContactBook } from './types.js'

/** What the firewall is given of a book: options of `check`. */
export type ContactReferences = { contacts: Address[]; importedContacts: Address[] }

/**
 * The addresses of a book, as the firewall takes them: confirmed contacts are good to pay and their imitations are blocked;
 * an imitation of an imported one is a warning.
 *
 * @example
 * const book = addContact([], { address: recipient, name: 'Bob' })
 * const report = await check(sender, recipient, { client: publicClient, ...contactReferences(book) })
 */
export function contactReferences(book: ContactBook): ContactReferences {
  const addressesOf = (status: string) => book.filter((one) => one.status === status).map(({ address }) => address)
  return { contacts: addressesOf('confirmed'), importedContacts: addressesOf('imported') }
}
