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
import { requireDeployment } from '../chain/registry.js'
import { InvalidInputError } from '../errors/input.js'
import { ReleaseRequestIndex, type ReleaseRequestIndexOptions } from './ReleaseRequestIndex.js'

const { transferContract, deployBlocks } = requireDeployment(5042002)
const first = Number(deployBlocks.transfer)
const account = (number: number): Address => pad(numberToHex(number), { size: 20 })

/** A chain on which the holders of links have asked for releases, some in each block. */
function chainOf(requests: readonly (readonly [transferId: bigint, recipient: Address])[], aBlock = 100) {
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
  const logs = requests.map(([transferId, recipient], index) => put(transferId, recipient, index))
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
  const shown = index.requestsAtEnds(7n).map(({ recipient }) => recipient)
  expect(shown).toEqual([1, 2, 3, 4, 4_997, 4_998, 4_999, 5_000].map(account))
  expect(index.requestsAtEnds(8n)).toEqual(index.requestsOf(8n))
  expect(index.requestsOf(8n)).toMatchObject([{ transferId: 8n, recipient: account(1) }])
  expect(index.requestsOf(9n)).toEqual([])
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
})

test.each([[[]], [[0n]], [Array.from({ length: 101 }, (_, number) => BigInt(number + 1))]])(
  'error: transferIds %#',
  (transferIds) => {
    expect(() => chainOf([]).open({ transferIds })).toThrow(InvalidInputError)
  },
)
