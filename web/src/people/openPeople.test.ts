import { addContact, importContacts, removeContact } from '@holdfast/sdk/contacts'
import { expect, test } from 'vitest'
import { openPeople } from './openPeople.js'

const [bob, carol] = [
  '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
] as const

test('the book keeps the order of saving, also when a contact takes another name', async () => {
  const people = openPeople(undefined)
  await people.change((book) => addContact(book, { address: bob, name: 'Bob' }))
  await people.change((book) => addContact(book, { address: carol, name: 'Carol' }))
  await people.change((book) => addContact(book, { address: bob, name: 'Bobby' }))
  expect((await people.read()).book).toEqual([
    { address: bob, name: 'Bobby', status: 'confirmed' },
    { address: carol, name: 'Carol', status: 'confirmed' },
  ])
})

test('changes at the same time are made one after the other', async () => {
  const people = openPeople(undefined)
  await Promise.all([
    people.change((book) => addContact(book, { address: bob })),
    people.change((book) => addContact(book, { address: carol })),
  ])
  expect((await people.read()).book).toHaveLength(2)
})

test('a removed contact is gone, and one that is refused changes nothing', async () => {
  const people = openPeople(undefined)
  const file = JSON.stringify({ type: 'holdfast:contacts', v: 1, contacts: [{ address: bob, name: 'Bob' }] })
  await people.change((book) => importContacts(book, file).book)
  await expect(people.change((book) => importContacts(book, 'no file').book)).rejects.toThrow('not JSON')
  expect((await people.read()).book).toMatchObject([{ status: 'imported' }])
  await people.change((book) => removeContact(book, bob))
  expect((await people.read()).book).toEqual([])
})

test('a pair has one decision, whichever address was named first', async () => {
  const people = openPeople(undefined)
  const decision = { sender: carol, keep: bob, over: carol, at: 1 }
  await people.decide(decision)
  const other = { ...decision, keep: carol, over: bob, at: 2 }
  await people.decide(other)
  expect((await people.read()).pairs).toEqual([other])
  await people.revoke(decision)
  expect((await people.read()).pairs).toEqual([])
})
