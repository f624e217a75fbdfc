import { expect, test } from 'vitest'
import type { TransactionRow } from './findings.js'
import { endsEarly, findMissingTransactions, nonceAt } from './signedTransactions.js'

const sender = '0x52908400098527886e0f7030069857d2e4169ee7'
const row = (nonce: number, blockNumber: bigint, from: TransactionRow['from'] = sender): TransactionRow => ({
  hash: `0x${nonce.toString(16).padStart(64, '0')}`,
  from,
  to: null,
  value: 0n,
  isSettled: true,
  dataBytes: 0,
  transfer: undefined,
  nonce,
  blockNumber,
  timestamp: null,
  indexedTo: undefined,
})
const rows = [row(4, 10n), row(5, 10n), row(6, 12n), row(6, 9n, '0x8617e340b3d01fa5f11f306f4090fd50e238070d')]

test.each([
  [9n, 4],
  [10n, 6],
  [11n, 6],
  [12n, 7],
  [99n, 7],
])('the nonce at the end of block %s is %s', (block, nonce) => {
  expect(nonceAt(block, sender, rows, { latest: 7, before: 4 })).toBe(nonce)
})

test('an account that has signed nothing has the nonce that it had', () => {
  expect(nonceAt(10n, sender, [], { latest: 4, before: 4 })).toBe(4)
})

test('a number behind the block that no transaction has leaves it open', () => {
  expect(nonceAt(9n, sender, rows, { latest: 8, before: 4 })).toBeUndefined()
  expect(nonceAt(9n, sender, rows.slice(1), { latest: 7, before: 4 })).toBeUndefined()
  expect(nonceAt(9n, sender, rows, { latest: 7, before: undefined })).toBeUndefined()
})

test('a delegation whose block is known has its number there', () => {
  const nonces = { latest: 8, before: 4 }
  expect([9n, 10n, 12n, 13n].map((block) => nonceAt(block, sender, rows, nonces, new Map([[7, 13n]])))).toEqual([
    4, 6, 7, 8,
  ])
})

test('a list ends early where all that it lacks is younger than its newest row', () => {
  const ends = (latest: number, before: number | undefined, listed = rows, delegations = new Map<number, bigint>()) =>
    endsEarly(sender, listed, { latest, before }, delegations)
  expect([ends(8, 4), ends(8, undefined), ends(1, 0, [])]).toEqual([true, true, true])
  // Nothing is missing.
  expect([ends(7, 4), ends(0, 0, [])]).toEqual([false, false])
  // Something older is.
  expect([ends(8, 3), ends(8, 4, rows.slice(1)), ends(8, 4, [row(4, 10n), row(6, 12n)])]).toEqual([false, false, false])
  expect(ends(8, 4, [row(4, 10n), row(6, 12n)], new Map([[5, 11n]]))).toBe(true)
})

test('more numbers than a few delegations explain are missing, counted from the block that was asked for', async () => {
  const find = async (latest: number, indexed: number, indexedTo?: bigint) => {
    const ask = async () => `0x${indexed.toString(16)}`
    const missing = await findMissingTransactions(
      { ask, sender, signal: undefined },
      rows,
      { latest, before: 4 },
      indexedTo,
    )
    return missing?.message
  }
  const lists = (listed: number, signed: number) =>
    `The explorer lists ${listed} of ${signed} transactions that the account has signed.`
  expect(await find(7, 7)).toBeUndefined()
  expect(await find(24, 24)).toBe(lists(3, 20))
  expect(await find(24, 24, 99n)).toBe(lists(3, 20))
  // The rest is younger than what the explorer has indexed.
  expect(await find(24, 7, 99n)).toBeUndefined()
})
