import type { IDataProvider } from '@holdfast/sdk/risk'
import { type Address, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { createHistories } from './createHistories.js'

const none = () => expect.unreachable()

/** Counts how often the history of each account was asked for. */
function counting() {
  const readings = new Map<Address, number>()
  const provider: IDataProvider = {
    getOutgoingCounterparties: none,
    getAddressActivity: none,
    countZeroValueTransfers: none,
    getHistory: async (sender) => {
      readings.set(sender, (readings.get(sender) ?? 0) + 1)
      return { sender, records: [], complete: true }
    },
  }
  return { readings, histories: createHistories(provider, { waitMs: 10_000, freshMs: 10_000, maxAccounts: 8 }) }
}
const accountOf = (number: number) => numberToHex(number, { size: 20 })

test('an account that is ready is read once, and again after 8 others', async () => {
  const { readings, histories } = counting()
  for (const each of [1, 1, 2, 3, 4, 5, 6, 7, 8, 1, 9, 10, 1, 2]) await histories.awaitReady(accountOf(each), '')
  expect(readings.get(accountOf(1))).toBe(1)
  expect(readings.get(accountOf(2))).toBe(2)
})

test('one user pushes out its own accounts alone, also where it asks for those of others', async () => {
  const { readings, histories } = counting()
  const own = [1, 2, 3].map(accountOf)
  for (const account of own) await histories.awaitReady(account, 'me')
  await Promise.all(own.map((account) => histories.awaitReady(account, 'them')))
  for (let each = 100; each < 200; each++) await histories.awaitReady(accountOf(each), 'them')
  for (let each = 200; each < 300; each++) histories.hint(accountOf(each), 'them')
  for (const account of own) await histories.awaitReady(account, 'me')
  expect(own.map((account) => readings.get(account))).toEqual([1, 1, 1])
})
