import { type Contact, type ContactBook, contactReferences, parsePetname } from '@holdfast/sdk/contacts'
import { isAddress } from 'viem'
import type { Context } from '../command/Context.js'
import { openList } from '../settings/openList.js'

/** The addresses that the person has saved, in `contacts.json`, each with its name and whether it was confirmed. */
export function openContacts(context: Pick<Context, 'settingsFile' | 'pathOf'>): Contacts {
  const list = openList(context, 'contacts', isStored)
  const book = () => list.read().map(readStored)
  return { book, references: () => contactReferences(book()), keep: (next) => list.write([...next]) }
}

type Contacts = {
  /** @throws CommandFailure `list_invalid` */
  book: () => ContactBook
  /** The same for the firewall. */
  references: () => ReturnType<typeof contactReferences>
  /** @throws CommandFailure `list_unwritable` */
  keep: (book: ContactBook) => void
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
