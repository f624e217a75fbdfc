import { isAddressEqual } from 'viem'
import { parseParty } from '../chain/address.js'
import { InvalidInputError } from '../errors/input.js'
import { findByAddress, findByLook } from './internal/find.js'
import { parsePetname } from './petname.js'
import type { Contact, ContactBook } from './types.js'

/**
 * Saves a contact as confirmed: the person has the address from its owner. One that is there already is confirmed and takes the
 * new name.
 *
 * Check the address first: a contact that imitates an address the person has paid is a pair to decide about.
 *
 * @returns The new book; the old one is unchanged.
 * @throws `InvalidAddressError`; {@link InvalidInputError} for a malformed name, or one that is or looks like that of another
 *   confirmed contact. An imported one loses the name: the author of a list must not take names.
 * @example
 * const book = addContact([], { address: recipient, name: 'Bob' })
 */
export function addContact(book: ContactBook, { address, name }: Omit<Contact, 'status'>): ContactBook {
  const party = parseParty('address', address)
  const given = name === undefined ? undefined : parsePetname(name)
  const alike = given === undefined ? [] : findByLook(book, given).filter((one) => !isAddressEqual(one.address, party))
  const owner = alike.find(({ status }) => status === 'confirmed')
  if (owner)
    throw new InvalidInputError('name', 'The name is that of another contact, or looks like it.', [
      `It belongs to ${owner.address}. Choose another name, or remove that contact first.`,
    ])
  const known = findByAddress(book, party)
  const contact: Contact = { address: party, name: given ?? known?.name, status: 'confirmed' }
  const others = book.map((one) => (alike.includes(one) ? withoutName(one) : one))
  return known ? others.map((one) => (one === known ? contact : one)) : [...others, contact]
}

function withoutName({ address, status }: Contact): Contact {
  return { address, status }
}
