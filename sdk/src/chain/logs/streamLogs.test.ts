import { atRest } from '@holdfast/testkit/atRest'
import {
  emitter,
  idsBetween,
  type LogEndpoint,
  type LogEndpointOptions,
  pingAbi,
  startLogEndpoint,
} from '@holdfast/testkit/logEndpoint'
import { numberToHex, toEventSelector } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import type { LogsIncompleteError } from '../../errors/chain.js'
import { eventDecoder } from './eventDecoder.js'
import { readLogs } from './readLogs.js'
import { type ReadLogsOptions, streamLogs } from './streamLogs.js'

const decodePing = eventDecoder(pingAbi, 'Ping')
const pings = { address: emitter, decode: (log: Parameters<typeof decodePing>[0]) => decodePing(log)?.id }
const quick: ReadLogsOptions = { range: 1_000, retry: { delayMs: 1, maxDelayMs: 4 } }

const head = 20_000
const blocks = [0, 1, 999, 1_000, 5_000, 5_000, 5_001, 12_345, 19_999, 20_000]

const running: LogEndpoint[] = []
async function start(options: Partial<LogEndpointOptions> = {}): Promise<LogEndpoint> {
  const endpoint = await startLogEndpoint({ head, blocks, ...options })
  running.push(endpoint)
  return endpoint
}
afterEach(async () => {
  for (const endpoint of running.splice(0)) await endpoint.stop()
})

const widthOf = ({ fromBlock, toBlock }: { fromBlock: number; toBlock: number }) => toBlock - fromBlock + 1

async function failureOf(read: Promise<unknown>): Promise<LogsIncompleteError<bigint>> {
  const error = await read.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toMatchObject({ name: 'LogsIncompleteError' })
  return error as LogsIncompleteError<bigint>
}

test('default', async () => {
  const { client, requests } = await start()
  const result = await readLogs(client, { ...pings, fromBlock: 0n }, quick)
  expect(result).toEqual({ logs: idsBetween(blocks, 0, head), completeToBlock: 20_000n })
  expect(requests.map(({ fromBlock }) => fromBlock).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 21 }, (_, index) => index * 1_000),
  )
})

test('behavior: gives the node’s logs when nothing decodes them', async () => {
  const { client } = await start()
  const { logs } = await readLogs(client, { fromBlock: 12_345n, toBlock: 12_345n }, quick)
  expect(logs).toMatchObject([{ blockNumber: numberToHex(12_345), logIndex: '0x7', removed: false }])
})

describe('pages', () => {
  test('behavior: follow each other without gap or overlap', async () => {
    const { client } = await start()
    let next = 3n
    const found: bigint[] = []
    for await (const page of streamLogs(client, { ...pings, fromBlock: 3n, toBlock: 19_998n }, quick)) {
      expect(page.fromBlock).toBe(next)
      next = page.toBlock + 1n
      found.push(...page.logs)
    }
    expect(next).toBe(19_999n)
    expect(found).toEqual(idsBetween(blocks, 3, 19_998))
  })

  test('behavior: a reader that leaves stops the requests', async () => {
    const { client, requests } = await start({ latencyMs: 5 })
    for await (const _ of streamLogs(client, { ...pings, fromBlock: 0n }, { ...quick, range: 10, concurrency: 4 }))
      break
    expect(await atRest(() => requests.length)).toBeLessThan(20)
  })

  test('behavior: a reader that waits does not let the engine run away', async () => {
    const { client, requests } = await start()
    const pages = streamLogs(client, { ...pings, fromBlock: 0n }, { ...quick, range: 10, concurrency: 4 })
    await pages.next()
    expect(await atRest(() => requests.length)).toBeLessThanOrEqual(20)
    await pages.return(0n)
  })
})

describe('ranges', () => {
  test.each([
    ['Circle', { code: -32012, message: 'requested range too large' }],
    ['QuickNode', { code: -32614, message: 'eth_getLogs is limited to a 300 range' }],
    ['mainnet', { code: -32600, message: 'Query exceeds max block range of 300' }],
    ['a host whose text is false', { code: 35, message: 'ranges over 10000 blocks are not supported' }],
  ])('behavior: narrows as %s wants it, and remembers', async (_, error) => {
    const { client, requests } = await start({ before: (asked) => (widthOf(asked) > 300 ? { error } : undefined) })
    const query = { ...pings, fromBlock: 0n }
    const first = await readLogs(client, query, quick)
    expect(first).toEqual({ logs: idsBetween(blocks, 0, head), completeToBlock: 20_000n })

    requests.length = 0
    await readLogs(
      client.extend(() => ({ other: true })),
      query,
      quick,
    )
    expect(requests.filter((asked) => widthOf(asked) > 300).length).toBeLessThanOrEqual(3)
  })

  test('behavior: repeats a legal query that is refused for its width now and then', async () => {
    let refusals = 12
    const { client, requests } = await start({
      before: ({ fromBlock }) =>
        fromBlock >= 9_000 && refusals-- > 0
          ? { error: { code: -32012, message: 'requested range too large' } }
          : undefined,
    })
    const result = await readLogs(client, { ...pings, fromBlock: 0n }, { ...quick, concurrency: 2 })
    expect(result).toEqual({ logs: idsBetween(blocks, 0, head), completeToBlock: 20_000n })
    expect(requests.length).toBeLessThan(80)
  })

  test.each([
    ['offers a range', (from: number, to: number) => `query exceeds max results 2, retry with the range ${from}-${to}`],
    ['offers nothing', () => 'query exceeds max results 2'],
  ])('behavior: divides dense ranges where the node %s', async (_, message) => {
    const dense = [...blocks, 7_000, 7_001, 7_002, 7_003, 7_003]
    const { client } = await start({
      blocks: dense,
      before({ fromBlock, toBlock }) {
        if (idsBetween(dense, fromBlock, toBlock).length <= 2) return undefined
        const third = idsBetween(dense, fromBlock, toBlock)[2] as bigint
        const upTo = Math.max(fromBlock, ([...dense].sort((a, b) => a - b)[Number(third)] as number) - 1)
        return { error: { code: -32602, message: message(fromBlock, upTo) } }
      },
    })
    const result = await readLogs(client, { ...pings, fromBlock: 0n }, quick)
    expect(result.logs).toEqual(idsBetween(dense, 0, head))
  })

  test('behavior: asks for no more than eight event signatures at once', async () => {
    const { client, requests } = await start()
    const others = Array.from({ length: 20 }, (_, index) => numberToHex(index, { size: 32 }))
    const topics = [[...others, toEventSelector(pingAbi[0])]]
    const { logs } = await readLogs(client, { ...pings, topics, fromBlock: 0n, toBlock: 10n }, quick)
    expect(logs).toEqual([0n, 1n])
    expect(requests.map(({ topics }) => topics[0]?.length)).toEqual([8, 8, 5])
  })
})

describe('throttling', () => {
  test.each([
    ['-32011', { error: { code: -32011, message: 'request limit reached' }, status: 429 }],
    ['-32005', { error: { code: -32005, message: 'rate limit exceeded' } }],
    ['code 15', { error: { code: 15, message: 'You reached Public endpoint rate limit' }, status: 429 }],
    ['plain 429', { status: 429, text: 'slow down' }],
  ])('behavior: finds the number of requests a host bears: %s', async (_, refusal) => {
    const { client } = await start({
      latencyMs: 2,
      before: (_, inFlight) => (inFlight > 2 ? refusal : undefined),
    })
    const result = await readLogs(client, { ...pings, fromBlock: 0n }, quick)
    expect(result).toEqual({ logs: idsBetween(blocks, 0, head), completeToBlock: 20_000n })
  })

  test('behavior: never has more in flight than allowed', async () => {
    const { client, mostInFlight } = await start({ latencyMs: 50 })
    await readLogs(client, { ...pings, fromBlock: 0n }, { ...quick, range: 500, concurrency: 5 })
    expect(mostInFlight()).toBe(5)
  })

  test('error: a host that is closed', async () => {
    const { client } = await start({ before: () => ({ status: 429, text: '' }) })
    const error = await failureOf(readLogs(client, { ...pings, fromBlock: 0n }, quick))
    expect(error).toMatchObject({ reason: 'unavailable', completeToBlock: -1n, logs: [] })
  })
})

describe('the head', () => {
  test('behavior: waits for a backend that lags', async () => {
    let seen = 19_990
    const { client } = await start({
      before: ({ toBlock }) =>
        toBlock > seen++ ? { error: { code: -32014, message: 'requested data not available' } } : undefined,
    })
    const result = await readLogs(
      client,
      { ...pings, fromBlock: 19_000n },
      { ...quick, retry: { ...quick.retry, attempts: 20 } },
    )
    expect(result).toEqual({ logs: idsBetween(blocks, 19_000, head), completeToBlock: 20_000n })
  })

  test('parameter: allowLag', async () => {
    const { client } = await start({
      before: ({ toBlock }) =>
        toBlock > 19_997 ? { error: { code: -32014, message: 'requested data not available' } } : undefined,
    })
    const query = { ...pings, fromBlock: 0n }
    expect(await readLogs(client, query, { ...quick, allowLag: true })).toEqual({
      logs: idsBetween(blocks, 0, 19_995),
      completeToBlock: 19_995n,
    })
    const error = await failureOf(readLogs(client, query, quick))
    expect(error).toMatchObject({ reason: 'unavailable', completeToBlock: 18_999n })
    expect(error.logs).toEqual(idsBetween(blocks, 0, 18_999))
  })

  test('error: a block the chain has not reached', async () => {
    const { client } = await start()
    const error = await failureOf(readLogs(client, { ...pings, fromBlock: 0n, toBlock: 30_000n }, quick))
    expect(error).toMatchObject({ completeToBlock: 20_000n, details: 'The chain has not reached block 30000 yet.' })
    expect(error.logs).toEqual(idsBetween(blocks, 0, head))
  })

  test('behavior: nothing to read yet', async () => {
    const { client } = await start()
    expect(await readLogs(client, { ...pings, fromBlock: 20_001n }, quick)).toEqual({
      logs: [],
      completeToBlock: 20_000n,
    })
  })
})

test('parameter: onProgress', async () => {
  const { client } = await start()
  const seen: unknown[] = []
  await readLogs(
    client,
    { ...pings, fromBlock: 0n, toBlock: 1_500n },
    { ...quick, onProgress: (one) => seen.push(one) },
  )
  expect(seen).toEqual([
    { fromBlock: 0n, completeToBlock: 999n, toBlock: 1_500n, logCount: 3 },
    { fromBlock: 0n, completeToBlock: 1_500n, toBlock: 1_500n, logCount: 4 },
  ])
})

test('parameter: headBlock', async () => {
  const { client } = await start({ beforeOther: () => 'reset' })
  const result = await readLogs(client, { ...pings, fromBlock: 0n }, { ...quick, headBlock: 5_000n })
  expect(result).toEqual({ logs: idsBetween(blocks, 0, 5_000), completeToBlock: 5_000n })
})

test.each([
  ['address', { address: [], fromBlock: 0n }],
  ['topics', { topics: [[]], fromBlock: 0n }],
  ['fromBlock', { fromBlock: -1n }],
  ['toBlock', { fromBlock: 0n, toBlock: 2n ** 60n }],
])('error: unusable %s, before any request', async (parameter, query) => {
  const { client, requests } = await start()
  await expect(readLogs(client, query, quick)).rejects.toMatchObject({ name: 'InvalidInputError', parameter })
  expect(requests).toEqual([])
})
