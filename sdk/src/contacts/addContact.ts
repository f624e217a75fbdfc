import { isAddressEqual } from 'viem'
import { parseParty } from '../chain/address.js'
import { InvalidInputError } from '../errors/input.js'
import { findByAddress, findByName } from './internal/find.js'
import { parsePetname } from './petname.js'
import type { Contact, ContactBook } from './types.js'

/**
 * Saves a contact as confirmed: the person has the address from its owner. One that is there already is confirmed and takes the
 * new name.
 *
 * Check the address first: a contact that imitates an address the person has paid is a pair to decide about.
 *
 * @returns The new book; the old one is unchanged.
 * @throws `InvalidAddressError`; {@link InvalidInputError} for a malformed name, or one of another contact.
 * @example
 * const book = addContact([], { address: recipient, name: 'Bob' })
 */
export function addContact(book: ContactBook, { address, name }: Omit<Contact, 'status'>): ContactBook {
  const party = parseParty('address', address)
  const given = name === undefined ? undefined : parsePetname(name)
  const owner = given === undefined ? undefined : findByName(book, given)
  if (owner && !isAddressEqual(owner.address, party))
    throw new InvalidInputError('name', 'The name is that of another contact.', [
      `It belongs to ${owner.address}. Choose another name, or remove that contact first.`,
    ])
  const known = findByAddress(book, party)
  const contact: Contact = { address: party, name: given ?? known?.name, status: 'confirmed' }
  return known ? book.map((one) => (one === known ? contact : one)) : [...book, contact]
}
