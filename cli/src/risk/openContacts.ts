import { type Contact, type ContactBook, contactReferences, parsePetname } from '@holdfast/sdk/contacts'
import { isAddress } from 'viem'
import type { Context } from '../command/Context.js'
import { openList } from '../settings/openList.js'

/** The addresses that the person has saved, in `contacts.json`, each with its name and whether it was confirmed. */
export function openContacts(context: Pick<Context, 'settingsFile' | 'pathOf'>): Contacts {
  const list = openList(context, 'contacts', isStored)
  const book = () => list.read().map(readStored)
  const change: Contacts['change'] = (make) =>
    list.change((stored) => {
      const before = stored.map(readStored)
      const made = make(before)
      return { made, items: made.book === before ? stored : made.book }
    }).made
  return { book, references: () => contactReferences(book()), change }
}

type Contacts = {
  /** @throws CommandFailure `list_invalid` */
  book: () => ContactBook
  /** The same for the firewall. */
  references: () => ReturnType<typeof contactReferences>
  /**
   * Writes the book that is made of the book as it is now; the same book is not written.
   *
   * @returns What `make` returned.
   * @throws CommandFailure `list_invalid`, `list_locked`, `list_unwritable`
   */
  change: <made extends { book: ContactBook }>(make: (book: ContactBook) => made) => made
}

/** A contact of an earlier version is its address alone. */
type Stored = Contact | Contact['address']

function readStored(stored: Stored): Contact {
  return typeof stored === 'string' ? { address: stored, status: 'confirmed' } : stored
}

function isStored(value: unknown): value is Stored {
  if (typeof value === 'string') return isAddress(value)
  const { address, name, status }: Record<string, unknown> = Object(value)
  const isNamed = name === undefined || (typeof name === 'string' && isPetname(name))
  return typeof address === 'string' && isAddress(address) && isNamed && ['confirmed', 'imported'].includes(`${status}`)
}

function isPetname(name: string): boolean {
  try {
    return parsePetname(name) === name
  } catch {
    return false
  }
}
