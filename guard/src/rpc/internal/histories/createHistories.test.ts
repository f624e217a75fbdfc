import type { IDataProvider } from '@holdfast/sdk/risk'
import { type Address, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
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

describe('many accounts at once', () => {
  /** Each reading waits until it is let through. Of 2 at a time. */
  function gated() {
    const read: Address[] = []
    const gates: (() => void)[] = []
    const provider: IDataProvider = {
      getOutgoingCounterparties: none,
      getAddressActivity: none,
      countZeroValueTransfers: none,
      async getHistory(sender) {
        read.push(sender)
        await new Promise<void>((resolve) => gates.push(resolve))
        return { sender, records: [], complete: true }
      },
    }
    const limits = { waitMs: 1, freshMs: 10_000, maxAccounts: 8, maxReadings: 2 }
    /** Lets readings end until no more begin. */
    const finish = async () => {
      for (let idle = 0; idle < 3; idle++) {
        if (gates.length > 0) idle = 0
        gates.shift()?.()
        await new Promise(setImmediate)
      }
      return read
    }
    return { read, finish, histories: createHistories(provider, limits) }
  }
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => accountOf(from + index))

  test('are read as far as they are kept, and no further', async () => {
    const { histories, finish } = gated()
    for (const each of range(0, 5_000)) histories.hint(each, '')
    expect((await finish()).length).toBeLessThanOrEqual(8 + 2)
  })

  test('wait behind one that a payment waits for', async () => {
    const { histories, read, finish } = gated()
    for (const each of range(0, 6)) histories.hint(each, '')
    const wait = await histories.awaitReady(accountOf(50), '')
    expect(wait).toEqual({ retryAfterMs: expect.any(Number) })
    expect(read).toEqual(range(0, 2))
    expect((await finish())[2]).toBe(accountOf(50))
    expect(await histories.awaitReady(accountOf(50), '')).toBeUndefined()
  })

  test('of one user leave a turn to another', async () => {
    const { histories, finish } = gated()
    for (const each of range(0, 6)) await histories.awaitReady(each, 'them')
    histories.hint(accountOf(50), 'me')
    const order = await finish()
    expect(order.indexOf(accountOf(50))).toBeLessThanOrEqual(3)
  })
})
