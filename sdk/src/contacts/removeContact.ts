import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import { findByAddress } from './internal/find.js'
import type { ContactBook } from './types.js'

/**
 * Removes a contact, whatever its status.
 *
 * @returns The same book where it was not in it.
 * @example
 * const book = removeContact(addContact([], { address: recipient }), recipient)
 */
export function removeContact(book: ContactBook, address: Address): ContactBook {
  const known = findByAddress(book, parseParty('address', address))
  return known ? book.filter((one) => one !== known) : book
}
