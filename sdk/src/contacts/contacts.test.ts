import { type Address, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { addContact } from './addContact.js'
import { confirmContact } from './confirmContact.js'
import { contactReferences } from './contactReferences.js'
import { exportContacts } from './exportContacts.js'
import { findContact } from './findContact.js'
import { importContacts, MAX_IMPORTED_CONTACTS } from './importContacts.js'
import { parsePetname } from './petname.js'
import { removeContact } from './removeContact.js'
import type { ContactBook } from './types.js'

const bob: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const carol: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const dave: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const saved: ContactBook = [{ address: bob, name: 'Bob', status: 'confirmed' }]
const file = (contacts: unknown) => JSON.stringify({ type: 'holdfast:contacts', v: 1, contacts })

describe('one by one', () => {
  test('a name that only a list has given goes to the address that the person adds', () => {
    const list = JSON.stringify({ type: 'holdfast:contacts', v: 1, contacts: [{ address: carol, name: 'Bob' }] })
    const { book } = importContacts([], list)
    expect(addContact(book, { address: bob, name: 'bob' })).toEqual([
      { address: carol, status: 'imported' },
      { address: bob, name: 'bob', status: 'confirmed' },
    ])
  })

  test('default: an address is confirmed under its name, with its checksum', () => {
    expect(addContact([], { address: bob.toLowerCase() as Address, name: ' Bob ' })).toEqual(saved)
    expect(addContact([], { address: bob })).toEqual([{ address: bob, name: undefined, status: 'confirmed' }])
  })

  test('a contact is renamed, keeps its name and place, and is removed', () => {
    const book = addContact(saved, { address: carol, name: 'Carol' })
    expect(addContact(book, { address: bob, name: 'Robert' }).map(({ name }) => name)).toEqual(['Robert', 'Carol'])
    expect(addContact(book, { address: bob })).toEqual(book)
    expect(removeContact(book, bob.toLowerCase() as Address)).toEqual([book[1]])
    expect(removeContact(saved, carol)).toBe(saved)
  })

  test.each(['Bob', 'BOB', 'bob.', 'B o b', 'Bób', 'Ｂｏｂ', 'b-o-b'])('two addresses cannot both be %s', (name) => {
    expect(() => addContact(saved, { address: carol, name })).toThrow(InvalidInputError)
    expect(findContact(saved, name)?.address).toBe(bob)
  })

  test.each([
    ['Paul', 'PauI'],
    ['Paul', 'Pau1'],
    ['Bob', 'B0b'],
    ['Coco', 'Сосо'],
    ['Boss', 'ВОЅЅ'],
    ['Kate', 'ΚΑΤΕ'],
    ['Maria', 'rnaria'],
    ['William', 'VVilliam'],
  ])('%s and %s look the same, so that only one is a contact', (name, other) => {
    const book = addContact([], { address: bob, name })
    expect(() => addContact(book, { address: carol, name: other })).toThrow(InvalidInputError)
    expect(importContacts(book, file([{ address: carol, name: other }])).skipped).toMatchObject([{ why: 'name_taken' }])
    const { book: soft } = importContacts([], file([{ address: carol, name: other }]))
    expect(addContact(soft, { address: bob, name })).toEqual([{ address: carol, status: 'imported' }, book[0]])
  })

  test('a name may be that of a property', () => {
    const book = ['constructor', 'toString', 'hasOwnProperty'].reduce<ContactBook>(
      (all, name, index) => addContact(all, { address: numberToHex(index + 1, { size: 20 }), name }),
      [],
    )
    expect(findContact(book, 'constructor')?.address).toMatch(/1$/)
    expect(importContacts([], exportContacts(book)).added).toHaveLength(3)
    expect(findContact(saved, '__proto__')).toBeUndefined()
  })

  test('names that a reader can distinguish are two', () => {
    const pairs = ['Neil', 'Nell', 'Ali', 'All', 'Bob 1', 'Bob 2', 'Анна', 'Анка', '李雷', '李梅']
    const book = pairs.reduce<ContactBook>(
      (all, name, index) => addContact(all, { address: numberToHex(index + 1, { size: 20 }), name }),
      [],
    )
    expect(book.map(({ name }) => name)).toEqual(pairs)
    expect(findContact(book, 'NELL')?.name).toBe('Nell')
  })

  test('a contact is found by address or name', () => {
    expect(findContact(saved, bob.toLowerCase())).toBe(saved[0])
    for (const text of ['', ' ', 'Bobby', carol]) expect(findContact(saved, text)).toBeUndefined()
  })

  test('error: malformed addresses', () => {
    for (const address of [
      '0x12',
      '0x0000000000000000000000000000000000000000',
      bob.replace('b906', 'B906'),
    ] as Address[])
      expect(() => addContact([], { address, name: 'x' })).toThrow(InvalidAddressError)
    expect(() => confirmContact(saved, carol)).toThrow(InvalidInputError)
  })
})

describe('names', () => {
  test.each(['Bob', '李雷', 'Анна', 'Ζωή', 'Bäckerei Müller & Söhne', 'Rent (May)', '🦊 Fox', 'x'.repeat(40)])(
    '%s',
    (name) => {
      expect(parsePetname(name)).toBe(name)
    },
  )

  test.each([
    '',
    ' ',
    '...',
    'x'.repeat(41),
    'Bob\u200b',
    'Bob\u202egro.live',
    'Bob\nCarol',
    'Bob\u00a0Co',
    'Bob  Co',
    'Bob\u3164',
    'Bob\u0000',
    'Bob\u001b[2K\rCarol',
    'Bоb',
    'Αlpha Bank',
    'Ꮯarol',
    'ꓐob',
    'Z\u0335\u0321\u0322\u0327algo',
    '0x90F79bf6…b906',
    '０x90F7',
    '\ud800',
    undefined,
    7,
  ])('%j is refused', (name) => {
    expect(() => parsePetname(name as string)).toThrow(InvalidInputError)
  })
})

describe('lists of others', () => {
  test('default: what is imported is soft until it is confirmed, one by one', () => {
    const text = exportContacts([...saved, { address: carol, status: 'confirmed' }])
    const { book, added, skipped } = importContacts([], text)
    expect(skipped).toEqual([])
    expect(added).toEqual(book)
    expect(book).toEqual([
      { address: bob, name: 'Bob', status: 'imported' },
      { address: carol, name: undefined, status: 'imported' },
    ])
    expect(contactReferences(book)).toEqual({ contacts: [], importedContacts: [bob, carol] })
    expect(contactReferences(confirmContact(book, bob))).toEqual({ contacts: [bob], importedContacts: [carol] })
  })

  test('a list cannot rename, replace or pose as a contact', () => {
    const { book, added, skipped } = importContacts(
      saved,
      file([
        { address: bob, name: 'Mallory' },
        { address: carol, name: 'BOB' },
        { address: dave, name: 'Dave' },
        { address: dave, name: 'Other' },
        { address: carol, name: 'dave' },
      ]),
    )
    expect(book).toEqual([...saved, { address: dave, name: 'Dave', status: 'imported' }])
    expect(added).toHaveLength(1)
    expect(skipped.map(({ address, why }) => [address, why])).toEqual([
      [bob, 'known'],
      [carol, 'name_taken'],
      [dave, 'known'],
      [carol, 'name_taken'],
    ])
  })

  test('an export is data: it says nothing of what was confirmed', () => {
    expect(exportContacts(saved)).toBe(exportContacts([{ address: bob, name: 'Bob', status: 'imported' }]))
    expect(importContacts([], exportContacts([])).book).toEqual([])
  })

  test.each([
    '',
    'null',
    '[]',
    '"x"',
    '{}',
    '{"type":"holdfast:contacts","v":2,"contacts":[]}',
    '{"type":"holdfast:contacts","v":1}',
    '{"type":"holdfast:contacts","v":1,"contacts":{"length":1}}',
    '{"__proto__":{"type":"holdfast:contacts","v":1,"contacts":[]}}',
    `{"type":"holdfast:contacts","v":1,"contacts":[{"__proto__":{"address":"${bob}"}}]}`,
    file([null]),
    file([[]]),
    file([{}]),
    file([{ address: '0x12' }]),
    file([{ address: bob, name: '' }]),
    file([{ address: bob, name: null }]),
    file([{ address: bob, name: ['Bob'] }]),
    file([{ address: { toString: 'x' } }]),
    file([{ address: bob }, { address: carol, name: 'secret\u202e' }]),
    file(Array.from({ length: MAX_IMPORTED_CONTACTS + 1 }, () => ({ address: bob }))),
    '['.repeat(100_000),
    ' '.repeat(4_000_001),
  ])('hostile file %# is refused as a whole', (text) => {
    const read = () => importContacts(saved, text)
    expect(read).toThrow(InvalidInputError)
    expect(read).not.toThrow(/secret/)
  })
})
