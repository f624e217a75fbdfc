import { type Address, isAddressEqual } from 'viem'
import { petnameKey } from '../petname.js'
import type { Contact, ContactBook } from '../types.js'

/** The contact with this address, in any case. */
export function findByAddress(book: ContactBook, address: Address): Contact | undefined {
  return book.find((one) => isAddressEqual(one.address, address))
}

/** The contact whose name cannot be distinguished from this one. */
export function findByName(book: ContactBook, name: string): Contact | undefined {
  const key = petnameKey(name)
  return key === '' ? undefined : book.find((one) => one.name !== undefined && petnameKey(one.name) === key)
}
