import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import { InvalidInputError } from '../errors/input.js'
import { addContact } from './addContact.js'
import { findByAddress } from './internal/find.js'
import type { ContactBook } from './types.js'

/**
 * Confirms one imported contact: the person has compared the address with its owner.
 *
 * @throws {@link InvalidInputError} where it is not in the book.
 * @example
 * const book = confirmContact(importContacts([], text).book, recipient)
 */
export function confirmContact(book: ContactBook, address: Address): ContactBook {
  const known = findByAddress(book, parseParty('address', address))
  if (!known) throw new InvalidInputError('address', `${address} is not among the contacts.`)
  return addContact(book, known)
}
