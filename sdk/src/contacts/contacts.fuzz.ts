import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { bytesToHex, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { contactReferences } from './contactReferences.js'
import { exportContacts } from './exportContacts.js'
import { importContacts } from './importContacts.js'
import { looksOf } from './internal/find.js'
import { parsePetname } from './petname.js'
import type { Contact } from './types.js'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes.some((byte) => byte > 0))
  .map((bytes) => getAddress(bytesToHex(bytes)))
// Names that look like an address are refused.
const name = fc.option(
  fc.stringMatching(/^[A-Z][a-z]{0,10}( [a-z\d]{1,5})?$/).filter((text) => !text.includes('0x')),
  { nil: undefined },
)
const status = fc.constantFrom('confirmed' as const, 'imported' as const)
const contact: fc.Arbitrary<Contact> = fc.record({ address, name, status })
const book = fc
  .uniqueArray(contact, { selector: ({ address }) => address, maxLength: 8 })
  .map((list) =>
    list.filter(
      (one, index) =>
        one.name === undefined ||
        list.findIndex((other) => looksOf(other.name ?? '').some((look) => looksOf(one.name ?? '').includes(look))) ===
          index,
    ),
  )

test('property: an export is imported whole, and confirms nothing', () => {
  fc.assert(
    fc.property(book, (one) => {
      const read = importContacts([], exportContacts(one))
      expect(read.book).toEqual(one.map((contact) => ({ ...contact, status: 'imported' })))
      expect(contactReferences(read.book).contacts).toEqual([])
    }),
    runs(100),
  )
})

test('property: an import leaves every contact as it is, and no two share a name or address', () => {
  fc.assert(
    fc.property(book, fc.array(contact, { maxLength: 8 }), (one, others) => {
      const read = importContacts(one, exportContacts(others))
      expect(read.book.slice(0, one.length)).toEqual(one)
      expect(read.added.length + read.skipped.length).toBe(others.length)
      const keys = read.book.flatMap(({ name }) => (name === undefined ? [] : [...new Set(looksOf(name))]))
      expect(new Set(keys).size).toBe(keys.length)
      expect(new Set(read.book.map(({ address }) => address)).size).toBe(read.book.length)
    }),
    runs(100),
  )
})

test('property: hostile files and names are refusals of their own type', () => {
  const contacts = fc.array(fc.oneof(fc.json(), fc.record({ address: fc.anything(), name: fc.anything() })), {
    maxLength: 3,
  })
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    contacts.map((list) =>
      JSON.stringify({ type: 'holdfast:contacts', v: 1, contacts: list }, (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      ),
    ),
  )
  fc.assert(
    fc.property(text, fc.string({ unit: 'binary', maxLength: 60 }), (given, named) => {
      for (const work of [() => importContacts([], given), () => parsePetname(named)])
        try {
          work()
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInputError)
        }
    }),
    runs(300),
  )
})

test('property: an accepted name is visible, composed, and accepted again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
      let name: string
      try {
        name = parsePetname(text)
      } catch {
        return
      }
      expect(parsePetname(name)).toBe(name)
      expect(name).toBe(name.normalize('NFC').trim())
      expect(name).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    }),
    runs(200),
  )
})
