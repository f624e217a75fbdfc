import { createPublicClient, custom, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { primaryChain } from '../chain/viemChain.js'
import { check } from './check.js'
import type { HistoryReading, IDataProvider } from './history/IDataProvider.js'

const now = new Date('2026-11-20T12:00:00Z')
const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const head = 1_000_000n

const request = async ({ method }: { method: string }) =>
  method === 'eth_chainId'
    ? numberToHex(primaryChain.id)
    : method === 'eth_blockNumber'
      ? numberToHex(head)
      : `0x${'0'.repeat(64)}`
/** One that names its chain, and one that must be asked for it. */
const clients = ([primaryChain, undefined] as const).map((chain) =>
  createPublicClient({ chain, transport: custom({ request }) }),
)
const reading = (over: Partial<HistoryReading>): IDataProvider => ({
  getOutgoingCounterparties: () => expect.unreachable(),
  countZeroValueTransfers: () => expect.unreachable(),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
  getHistory: async () => ({ sender, records: [], complete: true, ...over }),
})
const upTo = (toBlock: bigint) => ({ extents: [{ chainId: primaryChain.id, fromBlock: 0n, toBlock }] })

describe.each(clients)('a client whose chain is $chain.name', (client) => {
  test.each([
    ['up to the head', upTo(head), 'safe'],
    ['up to long ago', upTo(5n), 'block'],
    ['without the chain of the payment', { complete: false, unreadChains: [primaryChain.id] }, 'block'],
    ['without another chain', { complete: false, unreadChains: [84532] }, 'warning'],
  ] as const)('a history %s, on the chain that the client reads', async (_, over, level) => {
    const report = await check(sender, stranger, { provider: reading(over), client, now })
    expect(report).toMatchObject({ level, chainId: primaryChain.id })
  })
})

test('a client that does not tell its chain: no history is known to be of it', async () => {
  const client = createPublicClient({ transport: custom({ request: async () => Promise.reject(new Error('down')) }) })
  const report = await check(sender, stranger, { provider: reading(upTo(head)), client, now })
  expect(report).toMatchObject({ level: 'block', complete: false })
  expect(report.chainId).toBeUndefined()
})
