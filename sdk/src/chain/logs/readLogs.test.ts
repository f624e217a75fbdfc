import {
  emitter,
  idsBetween,
  type LogEndpoint,
  type LogEndpointOptions,
  pingAbi,
  startLogEndpoint,
} from '@holdfast/testkit/logEndpoint'
import { afterEach, expect, test } from 'vitest'
import type { LogsIncompleteError } from '../../errors/chain.js'
import { eventDecoder } from './eventDecoder.js'
import { readLogs } from './readLogs.js'
import type { ReadLogsOptions } from './streamLogs.js'

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

async function failureOf(read: Promise<unknown>): Promise<LogsIncompleteError<bigint>> {
  const error = await read.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toMatchObject({ name: 'LogsIncompleteError' })
  return error as LogsIncompleteError<bigint>
}

test('behavior: resumes where it stopped', async () => {
  let isDown = true
  const { client } = await start({
    before: ({ fromBlock, toBlock }) =>
      isDown && fromBlock <= 12_345 && toBlock >= 12_345 ? { status: 500, text: '' } : undefined,
  })
  const error = await failureOf(readLogs(client, { ...pings, fromBlock: 0n }, quick))
  expect(error.reason).toBe('unavailable')
  expect(error.completeToBlock).toBeGreaterThanOrEqual(11_999n)
  expect(error.completeToBlock).toBeLessThan(12_345n)
  expect(error.logs).toEqual(idsBetween(blocks, 0, Number(error.completeToBlock)))

  isDown = false
  const rest = await readLogs(client, { ...pings, fromBlock: error.completeToBlock + 1n }, quick)
  expect([...error.logs, ...rest.logs]).toEqual(idsBetween(blocks, 0, head))
})

test('parameter: signal', async () => {
  const controller = new AbortController()
  const { client, requests } = await start({ latencyMs: 2 })
  const read = readLogs(
    client,
    { ...pings, fromBlock: 0n },
    {
      ...quick,
      concurrency: 2,
      signal: controller.signal,
      onProgress: ({ completeToBlock }) => completeToBlock >= 5_000n && controller.abort(),
    },
  )
  const error = await failureOf(read)
  expect(error.reason).toBe('aborted')
  expect(error.logs).toEqual(idsBetween(blocks, 0, Number(error.completeToBlock)))
  expect(requests.length).toBeLessThan(21)
})

test('behavior: a signal that fired before sends nothing', async () => {
  const { client, requests } = await start()
  const error = await failureOf(readLogs(client, { ...pings, fromBlock: 7n }, { signal: AbortSignal.abort() }))
  expect(error).toMatchObject({ reason: 'aborted', completeToBlock: 6n })
  expect(requests).toEqual([])
})

test('error: an endpoint that refuses the method', async () => {
  const { client, requests } = await start({
    before: () => ({ error: { code: -32601, message: 'method not found' } }),
  })
  const error = await failureOf(readLogs(client, { ...pings, fromBlock: 0n, toBlock: 10n }, quick))
  expect(error.reason).toBe('refused')
  expect(requests.length).toBe(1)
})

test('error: an endpoint that is not there', async () => {
  const { client, stop } = await start()
  await stop()
  const error = await failureOf(readLogs(client, { ...pings, fromBlock: 5n }, quick))
  expect(error).toMatchObject({ reason: 'unavailable', completeToBlock: 4n })
  expect(error.message).not.toContain('127.0.0.1')
})

test('behavior: answers that cannot be right count as none', async () => {
  let wrong = 3
  const { client } = await start({
    before: () =>
      wrong-- > 0 ? { result: wrong === 0 ? null : [{ topics: [], blockNumber: '0xffffff' }] } : undefined,
  })
  const result = await readLogs(client, { ...pings, fromBlock: 0n }, quick)
  expect(result.logs).toEqual(idsBetween(blocks, 0, head))
})

test('parameter: requestTimeoutMs', async () => {
  let hanging = 2
  const { client } = await start({ before: () => (hanging-- > 0 ? 'hang' : undefined) })
  const result = await readLogs(client, { ...pings, fromBlock: 0n }, { ...quick, requestTimeoutMs: 1_500 })
  expect(result.logs).toEqual(idsBetween(blocks, 0, head))
})
