import { type Address, isAddressEqual } from 'viem'
import { petnameKey } from '../petname.js'
import type { Contact, ContactBook } from '../types.js'
import { nameShape } from './nameShape.js'

/** The contact with this address, in any case. */
export function findByAddress(book: ContactBook, address: Address): Contact | undefined {
  return book.find((one) => isAddressEqual(one.address, address))
}

/** The contact that a person means by this name, in any case and spacing. */
export function findByName(book: ContactBook, name: string): Contact | undefined {
  const key = petnameKey(name)
  return key === '' ? undefined : book.find((one) => one.name !== undefined && petnameKey(one.name) === key)
}

/** The contacts whose names a reader can take for this one. */
export function findByLook(book: ContactBook, name: string): Contact[] {
  const looks = looksOf(name)
  return book.filter((one) => one.name !== undefined && looksOf(one.name).some((look) => looks.includes(look)))
}

/** Two names that share one of these can be taken for each other. */
export function looksOf(name: string): readonly string[] {
  return [petnameKey(name), nameShape(name)]
}
