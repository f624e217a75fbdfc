import { protectedTransferAbi } from '@holdfast/contracts'
import { MemoryChain } from '@holdfast/testkit/MemoryChain'
import {
  type Address,
  createPublicClient,
  custom,
  encodeEventTopics,
  type Hex,
  numberToHex,
  pad,
  type RpcLog,
} from 'viem'
import { expect, test } from 'vitest'
import type { EventStore } from '../chain/logs/eventIndex.js'
import { requireDeployment } from '../chain/registry.js'
import { InvalidInputError } from '../errors/input.js'
import { ReleaseRequestIndex, type ReleaseRequestIndexOptions } from './ReleaseRequestIndex.js'

const { transferContract, deployBlocks } = requireDeployment(5042002)
const first = Number(deployBlocks.transfer)
const account = (number: number): Address => pad(numberToHex(number), { size: 20 })

/** A chain on which the holders of links have asked for releases, some in each block. */
function chainOf(
  requests: readonly (readonly [transferId: bigint, recipient: Address])[],
  aBlock = 100,
  bend = (log: RpcLog) => log,
) {
  const chain = new MemoryChain(5042002, { first })
  const asked: (Hex | Hex[] | null)[][] = []
  const put = (transferId: bigint, recipient: Address, index: number): RpcLog => ({
    address: transferContract,
    topics: encodeEventTopics({
      abi: protectedTransferAbi,
      eventName: 'ReleaseRequested',
      args: { transferId, recipient },
    }) as [Hex, ...Hex[]],
    data: '0x',
    blockNumber: numberToHex(first + Math.floor(index / aBlock)),
    blockHash: numberToHex(first + Math.floor(index / aBlock), { size: 32 }),
    transactionHash: numberToHex(index + 1, { size: 32 }),
    transactionIndex: '0x0',
    logIndex: numberToHex(index % aBlock),
    removed: false,
  })
  const logs = requests.map(([transferId, recipient], index) => bend(put(transferId, recipient, index)))
  for (let start = 0; start < logs.length; start += aBlock) {
    const number = first + start / aBlock
    chain.put({ ...chain.block(number), logs: logs.slice(start, start + aBlock) })
  }
  const client = createPublicClient({
    transport: custom({
      async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
        const { topics } = Object(params[0]) as { topics?: (Hex | Hex[] | null)[] }
        if (topics) asked.push(topics)
        return chain.answer(method, params)
      },
    }),
  })
  const open = (options: Partial<ReleaseRequestIndexOptions> = {}) => new ReleaseRequestIndex({ client, ...options })
  return { open, asked }
}

test('a holder who asks for thousands of addresses: each once, oldest first, and looked up without reading them again', async () => {
  const flood = Array.from({ length: 5_000 }, (_, number) => [7n, account(number + 1)] as const)
  const index = chainOf([[8n, account(1)], ...flood, ...flood.slice(0, 50)]).open()
  await index.sync()
  const found = index.requestsOf(7n)
  expect(found).toHaveLength(5_000)
  expect(found.slice(0, 2)).toMatchObject([{ recipient: account(1) }, { recipient: account(2) }])
  expect(index.requestsOf(7n)).toBe(found)
  expect(found[99]).toEqual({
    transferId: 7n,
    recipient: account(100),
    blockNumber: BigInt(first + 1),
    transactionHash: numberToHex(101, { size: 32 }),
  })
  const shown = index.requestsAtEnds(7n).map(({ recipient }) => recipient)
  expect(shown).toEqual([1, 2, 3, 4, 4_997, 4_998, 4_999, 5_000].map(account))
  expect(index.requestsAtEnds(8n)).toEqual(index.requestsOf(8n))
  expect(index.requestsOf(8n)).toMatchObject([{ transferId: 8n, recipient: account(1) }])
  expect(index.requestsOf(9n)).toEqual([])
})

test('of eight requests all are shown, of nine all but the one in the middle', async () => {
  const asked = (transferId: bigint, count: number) =>
    Array.from({ length: count }, (_, number) => [transferId, account(number + 1)] as const)
  const index = chainOf([...asked(7n, 8), ...asked(8n, 9)]).open()
  expect([index.complete, index.completeToBlock]).toEqual([false, undefined])
  await index.sync()
  expect([index.complete, index.completeToBlock]).toEqual([true, BigInt(first)])
  const recipients = (transferId: bigint) => index.requestsAtEnds(transferId).map(({ recipient }) => recipient)
  expect(recipients(7n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(account))
  expect(recipients(8n)).toEqual([1, 2, 3, 4, 6, 7, 8, 9].map(account))
  expect(() => index.requestsOf(0n)).toThrow(expect.objectContaining({ parameter: 'transferId' }))
})

test.each([
  [{}, transferContract],
  [{ transferIds: [7n, 8n] }, `${transferContract}:7:8`],
  [{ contractAddress: account(9) }, account(9)],
])('a store keeps requests by what they are of: %o', async (of, place) => {
  const keys = new Set<string>()
  const store: EventStore = {
    load: async (key) => {
      keys.add(key)
      return undefined
    },
    append: async (key) => void keys.add(key),
  }
  await chainOf([[7n, account(1)]])
    .open({ store, ...of })
    .sync()
  expect([...keys]).toEqual([`releaserequested:5042002:${place.toLowerCase()}`])
})

test('a log that is not the event is left out', async () => {
  // The second one names no recipient.
  const cut = (log: RpcLog): RpcLog =>
    log.logIndex === '0x1' ? { ...log, topics: log.topics.slice(0, 2) as [Hex, Hex] } : log
  const index = chainOf(
    [1, 2, 3].map((number) => [7n, account(number)] as const),
    100,
    cut,
  ).open()
  await index.sync()
  expect(index.requestsOf(7n).map(({ recipient }) => recipient)).toEqual([1, 3].map(account))
})

test('of some transfers: the node is asked for no others', async () => {
  const strangers = Array.from({ length: 500 }, (_, number) => [1_000n + BigInt(number), account(1)] as const)
  const { open, asked } = chainOf([...strangers, [7n, account(2)], [8n, account(3)]])
  const index = open({ transferIds: [7n, 8n] })
  await index.sync()
  expect([7n, 8n].map((id) => index.requestsOf(id).length)).toEqual([1, 1])
  expect(asked.length).toBeGreaterThan(0)
  for (const [, ids] of asked) expect(ids).toEqual([7n, 8n].map((id) => numberToHex(id, { size: 32 })))
  expect(() => index.requestsOf(1_000n), 'it knows nothing of others').toThrow(InvalidInputError)
  expect(() => index.requestsOf(1_000n)).toThrow('The index reads no requests for transfer 1000.')
  expect(() => index.requestsOf(1_000n)).toThrow(expect.objectContaining({ parameter: 'transferId' }))
})

test.each([[[]], [[0n]], [Array.from({ length: 101 }, (_, number) => BigInt(number + 1))]])(
  'error: transferIds %#',
  (transferIds) => {
    expect(() => chainOf([]).open({ transferIds })).toThrow(
      expect.objectContaining({
        name: 'InvalidInputError',
        parameter: transferIds.length === 1 ? 'transferId' : 'transferIds',
      }),
    )
  },
)
