import { deployments, protectedTransferAbi } from '@holdfast/contracts'
import { atRest } from '@holdfast/testkit/atRest'
import { MemoryChain } from '@holdfast/testkit/MemoryChain'
import {
  type Address,
  createPublicClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  numberToHex,
  type RpcLog,
} from 'viem'
import { sepolia } from 'viem/chains'
import { beforeEach, expect, test } from 'vitest'
import { getTransfer } from './getTransfer.js'
import type { ReleaseRequest } from './ReleaseRequestIndex.js'
import type { ProtectedTransfer } from './types.js'
import { type WatchTransferOptions, watchTransfer } from './watchTransfer.js'

const contract = deployments[sepolia.id].transferContract
const [sender, recipient]: Address[] = [
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
]
const statuses = ['NONE', 'PENDING', 'CLAIMED', 'CANCELLED']

/** Ethereum Sepolia, whose newest blocks may be taken back, with one pending transfer. */
let chain: MemoryChain
/** What its contract answers. */
let status: ProtectedTransfer['status']
/** How often it was asked for its newest block. */
let looks: number

beforeEach(() => {
  chain = new MemoryChain(sepolia.id, { head: 1_000 })
  status = 'PENDING'
  looks = 0
})

const client = createPublicClient({
  chain: sepolia,
  transport: custom(
    {
      async request({ method, params }) {
        if (method === 'eth_blockNumber') looks += 1
        return method === 'eth_call' ? answer() : chain.answer(method, params)
      },
    },
    { retryCount: 0 },
  ),
})

function answer(): Hex {
  const empty = `0x${'00'.repeat(32)}` as const
  return encodeFunctionResult({
    abi: protectedTransferAbi,
    functionName: 'getTransfer',
    result: {
      sender: sender as Address,
      to: recipient as Address,
      amount: 1_000_000n,
      deadline: 2_000_000_000n,
      attempts: 0,
      status: statuses.indexOf(status),
      claimHash: empty,
      configId: empty,
    },
  })
}

type Occurrence = { eventName: 'TransferClaimed' | 'TransferCancelled' | 'ReleaseRequested'; by?: number }

function put(block: number, { eventName, by = 1 }: Occurrence): void {
  const inputs = protectedTransferAbi.find((item) => item.type === 'event' && item.name === eventName)?.inputs ?? []
  const args = { transferId: 42n, to: recipient, sender, recipient }
  const log: RpcLog = {
    address: contract,
    // The parties of each event are among these.
    topics: encodeEventTopics({ abi: protectedTransferAbi, eventName, args } as never) as [Hex, ...Hex[]],
    data: encodeAbiParameters(
      inputs.filter((input) => !('indexed' in input && input.indexed)),
      inputs.flatMap((input) =>
        'indexed' in input && input.indexed ? [] : [input.type === 'address' ? recipient : 1_000_000n],
      ),
    ),
    blockHash: numberToHex(block, { size: 32 }),
    blockNumber: numberToHex(block),
    transactionHash: numberToHex(by, { size: 32 }),
    transactionIndex: '0x0',
    logIndex: '0x0',
    removed: false,
  }
  chain.put({ ...chain.block(block), logs: [log] })
}

/** Watches from a first look on. */
async function watch(options: Partial<WatchTransferOptions> = {}) {
  const seen: string[] = []
  const unwatch = watchTransfer(client, 42n, {
    onUpdate: (transfer) => seen.push(transfer.status),
    pollingIntervalMs: 1,
    ...options,
  })
  await settle()
  return { seen, unwatch }
}

/** Until what the chain holds now has been read. */
async function settle(): Promise<void> {
  const before = looks
  await expect.poll(() => looks).toBeGreaterThan(before + 3)
}

test('reports a claim that is in another block of the same height than the one that was read', async () => {
  const { seen, unwatch } = await watch()
  chain.put(chain.block(1_010))
  await settle()
  put(1_005, { eventName: 'TransferClaimed' })
  chain.put(chain.block(1_011))
  await expect.poll(() => seen).toEqual(['CLAIMED'])
  unwatch()
})

test('reports a claim once that moves to another block', async () => {
  const { seen, unwatch } = await watch()
  put(1_005, { eventName: 'TransferClaimed' })
  await settle()
  chain.cut(1_004)
  put(1_006, { eventName: 'TransferClaimed' })
  await settle()
  chain.put(chain.block(1_010))
  await settle()
  expect(seen).toEqual(['CLAIMED'])
  unwatch()
})

test('reports the transfer as it is where a claim was taken back, and how it ends then', async () => {
  const { seen, unwatch } = await watch()
  put(1_005, { eventName: 'TransferClaimed' })
  await settle()
  chain.cut(1_004)
  chain.put(chain.block(1_006))
  await expect.poll(() => seen).toEqual(['CLAIMED', 'PENDING'])
  put(1_007, { eventName: 'TransferCancelled', by: 2 })
  await expect.poll(() => seen).toEqual(['CLAIMED', 'PENDING', 'CANCELLED'])
  unwatch()
})

test('does not report what had happened before, and reports it where it happens in another way', async () => {
  put(995, { eventName: 'TransferClaimed' })
  chain.put(chain.block(1_000))
  status = 'CLAIMED'
  const { seen, unwatch } = await watch()
  await settle()
  expect(seen).toEqual([])
  chain.cut(994)
  put(1_001, { eventName: 'TransferCancelled', by: 2 })
  await expect.poll(() => seen).toEqual(['CANCELLED'])
  unwatch()
})

test('ends once the block that settled the transfer is final', async () => {
  const { seen } = await watch()
  put(1_005, { eventName: 'TransferClaimed' })
  await expect.poll(() => seen).toEqual(['CLAIMED'])
  chain.put(chain.block(2_000))
  await atRest(() => looks)
})

test('reports at first what has changed since the transfer was read, and nothing where nothing has', async () => {
  const known = await getTransfer({ publicClient: client }, 42n)
  const still = await watch({ known })
  expect(still.seen).toEqual([])
  still.unwatch()
  status = 'CLAIMED'
  const seen = await new Promise((resolve) => watchTransfer(client, 42n, { known, onUpdate: resolve }))
  expect(seen).toMatchObject({ status: 'CLAIMED' })
})

test('names the block of a request for a release by its number', async () => {
  const requests: ReleaseRequest[] = []
  const { unwatch } = await watch({ onReleaseRequest: (request) => requests.push(request) })
  put(1_005, { eventName: 'ReleaseRequested' })
  await expect.poll(() => requests).toMatchObject([{ transferId: 42n, blockNumber: 1_005n }])
  unwatch()
})

test('calls a callback that throws once for each change, and goes on', async () => {
  const seen: string[] = []
  const errors: unknown[] = []
  const { unwatch } = await watch({
    onUpdate({ status }) {
      seen.push(status)
      throw new Error('mine')
    },
    onError: (error) => errors.push(String(error)),
  })
  put(1_005, { eventName: 'TransferClaimed' })
  await settle()
  expect([seen, errors]).toEqual([['CLAIMED'], ['Error: mine']])
  unwatch()
})
