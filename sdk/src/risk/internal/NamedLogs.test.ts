import type { Address } from 'viem'
import { numberToHex, padHex } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'
import { readLegacyRows } from '../../chain/explorerApi/fields.js'
import type { GetJson, Query } from '../../chain/explorerApi/getJson.js'
import { NamedLogs } from './NamedLogs.js'

const address = (n: number): Address => numberToHex(n, { size: 20 })
const topic = (party: Address) => padHex(party, { size: 32 })
const [sender, target, other] = [address(1), address(2), address(3)]
const event = numberToHex(7, { size: 32 })
const token = address(99)

type Log = ReturnType<typeof log>
const log = (block: number, first: Address, second: Address, third?: Address, index = 0) => ({
  address: token,
  topics: [event, topic(first), topic(second), third ? topic(third) : null],
  data: '0x',
  blockNumber: numberToHex(block),
  logIndex: index === 0 ? '0x' : numberToHex(index),
  timeStamp: '0x1',
  transactionHash: numberToHex(block * 1_000 + index, { size: 32 }),
})

let chain: Log[]
let asked: Query[]
/** What the host makes of `or`. */
let either: 'or' | 'and'

beforeEach(() => {
  chain = []
  asked = []
  either = 'or'
})

const host: GetJson = async (_, query) => {
  asked.push(query)
  const places = [0, 1, 2, 3].filter((place) => query[`topic${place}`])
  const isEither = either === 'or' && query.topic1_2_opr === 'or'
  const rows = chain.filter(({ topics, blockNumber }) => {
    const equal = places.map((place) => topics[place] === query[`topic${place}`])
    return Number(blockNumber) >= Number(query.fromBlock) && (isEither ? equal.includes(true) : !equal.includes(false))
  })
  if (rows.length === 0) return { status: '0', message: 'No logs found', result: [] }
  return { status: '1', message: 'OK', result: rows.slice(0, 1_000) }
}

const open = () => new NamedLogs(host, (indexedTo) => indexedTo - 20n)
const query = (topics: Query, fromBlock = 0): Query => ({
  module: 'logs',
  action: 'getLogs',
  ...topics,
  fromBlock: `${fromBlock}`,
  toBlock: 'latest',
})
const paidOut = { topic0: event, topic1: topic(sender), topic2: topic(target), topic1_2_opr: 'and' }
const cameIn = { topic0: event, topic1: topic(target), topic2: topic(sender), topic1_2_opr: 'and' }
const tokensIn = { topic2: topic(target), topic3: topic(sender), topic2_3_opr: 'and' }
const questions = [paidOut, cameIn, tokensIn, { address: token, topic1: topic(sender) }]
const hashes = (body: unknown) =>
  readLegacyRows(body).map((row) => Number((row as { transactionHash: string }).transactionHash))
const ask = async (logs: NamedLogs, topics: Query, fromBlock = 0) =>
  hashes(await logs.about(sender)('', query(topics, fromBlock), undefined))
const busy = (length = 1_000) => Array.from({ length }, (_, index) => log(index + 1, sender, other))
/** Waits for a turn of its own. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0))

test('two lists answer what the host would, for everyone who asks in the same turn', async () => {
  chain = [
    log(1, sender, target),
    log(2, target, sender),
    log(3, other, target, sender),
    log(4, sender, other),
    log(5, other, other, other),
    log(6, sender, target, sender),
  ]
  const logs = open()
  const found = await Promise.all(questions.map((topics) => ask(logs, topics)))
  expect(asked).toHaveLength(2)
  expect(found).toEqual(
    await Promise.all(questions.map(async (topics) => hashes(await host('', query(topics), undefined)))),
  )
  expect(found).toEqual([[1_000, 6_000], [2_000], [3_000, 6_000], [1_000, 4_000, 6_000]])
})

test('a log written since is found in the next turn', async () => {
  chain = [log(1, sender, target)]
  const logs = open()
  expect(await ask(logs, cameIn)).toEqual([])
  chain.push(log(2, target, sender))
  expect(await ask(logs, cameIn)).toEqual([2_000])
})

test('a host that takes `or` for `and` is asked each question itself', async () => {
  either = 'and'
  chain = [log(1, sender, target)]
  expect(await ask(open(), paidOut)).toEqual([1_000])
})

test('a log that names the sender in the third place, too, shows nothing about `or`', async () => {
  either = 'and'
  chain = [log(1, sender, other, sender), log(2, target, sender)]
  expect(await ask(open(), cameIn)).toEqual([2_000])
})

test('a list by `or` that is empty is not believed of a host that has shown none', async () => {
  await ask(open(), paidOut)
  expect(asked.at(-1)).toMatchObject(paidOut)
})

test.each([1_000, 50])('a list that may be cut, of %i rows, says nothing', async (length) => {
  chain = [...busy(length - 1), log(5_000, sender, target)]
  expect(await ask(open(), paidOut)).toEqual([5_000_000])
  expect(asked.at(-1)).toMatchObject(paidOut)
})

test('a host that refuses the lists is asked as it is', async () => {
  chain = [log(1, sender, target)]
  const refusing: GetJson = (path, asking, signal) =>
    asking.topic0 ? host(path, asking, signal) : Promise.reject(new Error('HTTP 422'))
  const logs = new NamedLogs(refusing, (indexedTo) => indexedTo)
  expect(hashes(await logs.about(sender)('', query(paidOut), undefined))).toEqual([1_000])
})

test('questions about others, and those by `or`, go to the host', async () => {
  const either = { topic1: topic(sender), topic2: topic(sender), topic1_2_opr: 'or' }
  for (const [party, topics] of [
    [other, paidOut],
    [sender, either],
    [sender, { topic0: event }],
  ] as const) {
    asked = []
    await open().about(party)('', query(topics), undefined)
    expect(asked).toEqual([query(topics)])
  }
})

describe('what is kept', () => {
  test('of a long list: what was asked, so that only blocks behind it are read', async () => {
    chain = [...busy(), log(1_001, target, sender)]
    const logs = open()
    logs.expectIndexed(sender, Promise.resolve(2_000n))
    expect(await ask(logs, cameIn)).toEqual([1_001_000])
    asked = []
    expect(await ask(logs, cameIn)).toEqual([1_001_000])
    expect(asked).toHaveLength(2)
    chain.push(log(2_001, target, sender))
    asked = []
    expect(await ask(logs, cameIn)).toEqual([1_001_000, 2_001_000])
    expect(asked.map(({ fromBlock }) => fromBlock)).toEqual(['1981', '1981'])
    asked = []
    expect(await ask(logs, cameIn, 1_500)).toEqual([2_001_000])
    expect(asked).toHaveLength(2)
    // Another question has not been asked.
    chain.push(log(1_500, other, target, sender))
    expect(await ask(logs, tokensIn)).toEqual([1_500_000])
  })

  test('nothing of an answer that may be cut, or is malformed', async () => {
    chain = Array.from({ length: 1_200 }, (_, index) => log(index + 1, target, sender))
    const logs = open()
    logs.expectIndexed(sender, Promise.resolve(2_000n))
    expect(await ask(logs, cameIn)).toHaveLength(1_000)
    const rest = await ask(logs, cameIn, 1_001)
    expect([rest.length, rest[0]]).toEqual([200, 1_001_000])

    const malformed = { status: '1', message: 'OK', result: 'none' }
    const broken = new NamedLogs(
      async () => malformed,
      (indexedTo) => indexedTo,
    )
    broken.expectIndexed(sender, Promise.resolve(2_000n))
    expect(await broken.about(sender)('', query(cameIn), undefined)).toBe(malformed)
  })

  test('nothing of blocks that were not settled before the question was asked', async () => {
    chain = [...busy(), log(1_500, sender, other)]
    const logs = open()
    let tell: (indexedTo: bigint) => void = () => {}
    // Known only when the answer is on its way.
    await ask(logs, cameIn)
    logs.expectIndexed(
      sender,
      new Promise((resolve) => {
        tell = resolve
      }),
    )
    tell(2_000n)
    await nextTurn()
    // Indexed late.
    chain.push(log(1_400, target, sender))
    expect(await ask(logs, cameIn)).toEqual([1_400_000])
  })

  test('of a short list: all of it, and other questions need only the blocks behind it, too', async () => {
    chain = [log(1, sender, target), log(2, target, sender)]
    const logs = open()
    logs.expectIndexed(sender, Promise.resolve(100n))
    await nextTurn()
    await ask(logs, paidOut)
    chain.push(log(90, target, sender))
    asked = []
    expect(await ask(logs, cameIn)).toEqual([2_000, 90_000])
    expect(asked.map(({ fromBlock }) => fromBlock)).toEqual(['81', '81'])
  })

  test('a tail that is too long ends it, and nothing is missed', async () => {
    chain = [log(1, sender, target), log(2, target, sender)]
    const logs = open()
    logs.expectIndexed(sender, Promise.resolve(100n))
    await nextTurn()
    await ask(logs, cameIn)
    chain.push(...Array.from({ length: 1_200 }, (_, index) => log(200, sender, other, undefined, index)))
    chain.push(log(300, target, sender))
    expect(await ask(logs, cameIn)).toEqual([2_000, 300_000])
    expect(await ask(logs, cameIn)).toEqual([2_000, 300_000])
  })

  test('no more than its bytes: senders asked for longest ago are read again', async () => {
    const logs = open()
    logs.expectIndexed(sender, Promise.resolve(5_000n))
    await nextTurn()
    const crowd = Array.from({ length: 10 }, (_, index) => address(1_000 + index))
    chain = crowd.flatMap((one) =>
      Array.from({ length: 499 }, (_, index) => log(index + 1, one, other, undefined, Number(one))),
    )
    for (const one of crowd) await logs.about(one)('', query({ topic1: topic(one) }), undefined)
    const firstBlockOf = async (one: Address) => {
      asked = []
      await logs.about(one)('', query({ topic1: topic(one) }), undefined)
      return asked[0]?.fromBlock
    }
    expect(await firstBlockOf(crowd[9] as Address)).toBe('4981')
    expect(await firstBlockOf(crowd[0] as Address)).toBe('0')
  })
})
