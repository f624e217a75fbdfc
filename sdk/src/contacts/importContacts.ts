import { parseParty } from '../chain/address.js'
import { InvalidInputError } from '../errors/input.js'
import { looksOf } from './internal/find.js'
import { parsePetname } from './petname.js'
import type { Contact, ContactBook } from './types.js'

/** Most contacts that one file may hold. */
export const MAX_IMPORTED_CONTACTS = 10_000

/** What an import did. */
export type ImportedContacts = {
  book: ContactBook
  /** New in the book, with status `imported`. */
  added: Contact[]
  /**
   * Left out. `known`: the address is in the book, which keeps its name and status. `name_taken`: the name belongs to another
   * contact or looks like its name, so that the list would let two addresses pose as one person.
   */
  skipped: (Omit<Contact, 'status'> & { why: 'known' | 'name_taken' })[]
}

/**
 * Reads a file of `exportContacts` into a book. What it adds is imported, which is not trust: confirm each contact with its owner.
 * It changes no contact that is there.
 *
 * @throws {@link InvalidInputError} for a malformed file, of which then nothing is taken.
 * @example
 * const { book, added } = importContacts([], exportContacts(addContact([], { address: recipient, name: 'Bob' })))
 */
export function importContacts(book: ContactBook, text: string): ImportedContacts {
  const result: ImportedContacts = { book, added: [], skipped: [] }
  const known = new Map(book.map((one) => [one.address.toLowerCase(), one]))
  const names = new Set(book.flatMap(({ name }) => (name === undefined ? [] : looksOf(name))))
  for (const { address, name } of readFile(text)) {
    const why = known.has(address.toLowerCase())
      ? 'known'
      : name !== undefined && looksOf(name).some((look) => names.has(look))
        ? 'name_taken'
        : undefined
    if (why) {
      result.skipped.push({ address, name, why })
      continue
    }
    const contact: Contact = { address, name, status: 'imported' }
    known.set(address.toLowerCase(), contact)
    if (name !== undefined) for (const look of looksOf(name)) names.add(look)
    result.added.push(contact)
  }
  return { ...result, book: [...book, ...result.added] }
}

function readFile(text: string): Omit<Contact, 'status'>[] {
  const file = parse(text)
  if (!isRecord(file) || file.type !== 'holdfast:contacts') throw malformed('is not one of contacts')
  if (file.v !== 1) throw malformed('was written by a newer version')
  const list: unknown = file.contacts
  if (!Array.isArray(list)) throw malformed('has no list')
  if (list.length > MAX_IMPORTED_CONTACTS) throw malformed(`holds more than ${MAX_IMPORTED_CONTACTS} contacts`)
  return list.map((entry: unknown, index) => {
    try {
      if (!isRecord(entry)) throw malformed('')
      const { address, name } = entry
      // Both parsers judge values of any type.
      const party = parseParty('contacts', address as string)
      // As above.
      return name === undefined ? { address: party } : { address: party, name: parsePetname(name as string) }
    } catch {
      throw malformed(`has an invalid contact at place ${index}`)
    }
  })
}

function parse(text: string): unknown {
  if (typeof text !== 'string' || text.length > maxTextLength) throw malformed('is too long, or is not text')
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('is not JSON')
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The message repeats nothing of the file. */
function malformed(why: string): InvalidInputError {
  return new InvalidInputError('contacts', `The file of contacts ${why}.`, ['Nothing of it was imported.'])
}

const maxTextLength = 4_000_000
