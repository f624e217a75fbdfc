import type { protectedTransferAbi } from '@holdfast/contracts'
import {
  emitter,
  type LogEndpoint,
  type LogEndpointOptions,
  pingAbi,
  startLogEndpoint,
} from '@holdfast/testkit/logEndpoint'
import { erc20Abi } from 'viem'
import { afterEach, expect, expectTypeOf, test } from 'vitest'
import { TRANSFER_DEPLOY_BLOCK } from '../deployBlocks.js'
import { overrideDeployment } from '../registry.js'
import { type DecodedLog, getLogsChunked } from './getLogsChunked.js'

const head = Number(TRANSFER_DEPLOY_BLOCK) + 25_000
const blocks = [head - 25_000, head - 15_000, head - 15_000, head]
const pings = { address: emitter, abi: pingAbi, eventName: 'Ping' } as const

const cleanUps: (() => unknown)[] = []
async function start(options: Partial<LogEndpointOptions> = {}): Promise<LogEndpoint> {
  const endpoint = await startLogEndpoint({ head, blocks, ...options })
  cleanUps.push(endpoint.stop)
  return endpoint
}
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

test('default: from the deploy block to the head, in ranges of 10,000 blocks', async () => {
  const { client, requests } = await start()
  expect(await getLogsChunked(client, pings)).toEqual(
    blocks.map((block, index) => ({
      args: { id: BigInt(index), caller: emitter },
      blockNumber: BigInt(block),
      transactionHash: `0x${index.toString(16).padStart(64, '0')}`,
    })),
  )
  expect(requests.map(({ fromBlock, toBlock }) => [fromBlock, toBlock])).toEqual([
    [head - 25_000, head - 15_001],
    [head - 15_000, head - 5_001],
    [head - 5_000, head],
  ])
})

test('behavior: uses the deploy block and the range of the chain it is on', async () => {
  cleanUps.push(overrideDeployment(84532, { deployBlocks: { transfer: BigInt(head - 100) }, logRangeBlocks: 60 }))
  const { client, requests } = await start({ chainId: 84532 })
  expect((await getLogsChunked(client, pings)).length).toBe(1)
  expect(requests.map(({ fromBlock, toBlock }) => [fromBlock, toBlock])).toEqual([
    [head - 100, head - 41],
    [head - 40, head],
  ])
})

test('parameter: fromBlock, toBlock', async () => {
  const { client } = await start()
  const range = { fromBlock: BigInt(head - 15_000), toBlock: BigInt(head - 1) }
  expect((await getLogsChunked(client, { ...pings, ...range })).map(({ args }) => args.id)).toEqual([1n, 2n])
})

test('parameter: fromBlock may be zero', async () => {
  const { client, requests } = await start({ head: 10, blocks: [0] })
  expect((await getLogsChunked(client, { ...pings, fromBlock: 0n })).length).toBe(1)
  expect(requests[0]?.fromBlock).toBe(0)
})

test('parameter: args', async () => {
  const { client, requests } = await start()
  const only = await getLogsChunked(client, { ...pings, args: { id: 2n } })
  expect(only.map(({ args }) => args.id)).toEqual([2n])
  const some = await getLogsChunked(client, { ...pings, args: { id: [0n, 3n] } })
  expect(some.map(({ args }) => args.id)).toEqual([0n, 3n])
  expect(requests[0]?.address).toEqual([emitter])
})

test('behavior: a log of the same signature and other arguments is left out', async () => {
  const { client } = await start({
    before: ({ fromBlock }) => ({
      result: [
        {
          topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'],
          data: '0x',
          blockNumber: `0x${fromBlock.toString(16)}`,
          logIndex: '0x0',
        },
      ],
    }),
  })
  expect(await getLogsChunked(client, { address: emitter, abi: erc20Abi, eventName: 'Transfer' })).toEqual([])
})

test('behavior: knows the types of the event', () => {
  type Created = DecodedLog<typeof protectedTransferAbi, 'TransferCreated'>
  expectTypeOf<Created['args']['amount']>().toEqualTypeOf<bigint>()
  expectTypeOf<Created['args']['sender']>().toEqualTypeOf<`0x${string}`>()
})

test('error: an unknown chain needs fromBlock', async () => {
  const { client, requests } = await start({ chainId: 31337 })
  await expect(getLogsChunked(client, pings)).rejects.toMatchObject({
    name: 'InvalidInputError',
    parameter: 'fromBlock',
    shortMessage: 'Chain 31337 has no known deploy block, so `fromBlock` is needed.',
  })
  expect(requests).toEqual([])
  expect((await getLogsChunked(client, { ...pings, fromBlock: BigInt(head - 25_000) })).length).toBe(4)
})

test('error: never a list that ends early', async () => {
  const { client } = await start({
    before: ({ toBlock }) =>
      toBlock === head ? { error: { code: -32014, message: 'requested data not available' } } : undefined,
  })
  const options = { retry: { attempts: 3, delayMs: 1 }, allowLag: true }
  await expect(getLogsChunked(client, pings, options)).rejects.toMatchObject({
    name: 'LogsIncompleteError',
    completeToBlock: BigInt(head - 5_001),
    logs: [{ args: { id: 0n } }, { args: { id: 1n } }, { args: { id: 2n } }],
  })
})

test.each([
  ['eventName', { eventName: 'Pong' as 'Ping' }],
  ['args', { args: { id: 'no number' as unknown as bigint } }],
  ['address', { address: '0x1234' }],
  ['address', { address: [] }],
] as const)('error: unusable %s', async (parameter, wrong) => {
  const { client, requests } = await start()
  await expect(getLogsChunked(client, { ...pings, ...wrong })).rejects.toMatchObject({ parameter })
  expect(requests).toEqual([])
})
