import { type Address, numberToHex, pad } from 'viem'
import { expect, test } from 'vitest'
import { decodePassedOn } from './decodePassedOn.js'

const chainId = 5_042_002
const [from, first, second, other] = ['11', '22', '33', '44'].map((byte) => `0x${byte.repeat(20)}` as const) as [
  Address,
  Address,
  Address,
  Address,
] // Four.
const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const system = `0x${'ff'.repeat(19)}fe`
const moved = (payer: Address, payee: Address, token = system) => ({
  address: token,
  topics: [topic, pad(payer), pad(payee)],
  data: numberToHex(5, { size: 32 }),
})
const pairs = (logs: unknown) =>
  decodePassedOn(logs, from, chainId).map(({ payer, payee, path }) => [payer, payee, ...path])

test('each account that gets money pays for the payer; the others, and what comes back, do not count', () => {
  const logs = [
    moved(from, first),
    moved(other, second),
    moved(first, second),
    moved(second, from),
    moved(second, first),
  ]
  expect(pairs(logs)).toEqual([
    [from, first, 'logs[0]'],
    [from, second, 'logs[2]'],
    [from, first, 'logs[4]'],
  ])
  expect(pairs('none')).toEqual([])
})

test('of the two ways of reporting the coin the system’s counts', () => {
  const simulated = `0x${'ee'.repeat(20)}`
  const logs = [moved(from, first, simulated), moved(from, first), moved(first, second, simulated)]
  expect(pairs(logs)).toEqual([
    [from, first, 'logs[1]'],
    [from, second, 'logs[2]'],
  ])
})

test('of thousands of payees of one account a part is enough', () => {
  const logs = Array.from({ length: 5_000 }, (_, index) => moved(from, numberToHex(index + 1, { size: 20 })))
  expect(pairs(logs)).toHaveLength(512)
})

test('a chain through thousands of accounts is read once, and stays within a bound', () => {
  const accounts = Array.from({ length: 20_000 }, (_, index) => numberToHex(index + 1, { size: 20 }))
  const logs = accounts.map((account, index) => moved(index === 0 ? from : (accounts[index - 1] ?? from), account))
  let reads = 0
  const watched = logs.map((log) => ({
    ...log,
    get topics() {
      reads++
      return log.topics
    },
  }))
  expect(pairs(watched).length).toBeLessThanOrEqual(1_024)
  // Each is asked for its topics twice: whether there are any, and for them.
  expect(reads).toBeLessThanOrEqual(2 * logs.length)
})
