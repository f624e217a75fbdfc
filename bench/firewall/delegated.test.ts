import { primaryChain } from '@holdfast/sdk/chain'
import { check, type IDataProvider } from '@holdfast/sdk/risk'
import { type Address, createPublicClient, custom, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { makeLookalike } from '../../tools/corpus/addresses.js'
import { Stream } from '../../tools/corpus/stream.js'
import { makeHistory } from './makeHistory.js'

const stream = new Stream(1n, 'delegated')
const { sender, records } = makeHistory(12)
const payee = records[0]?.to ?? sender
const imitation = makeLookalike(stream, payee, 4, 4)
const delegation: Hex = `0xef0100${stream.hex(40)}`

/** A node that knows the code of some addresses; nothing is verified. */
function clientWith(codes: Readonly<Record<Address, Hex>>) {
  const request = async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
    if (method === 'eth_chainId') return `0x${primaryChain.id.toString(16)}`
    if (method === 'eth_blockNumber') return '0x1400000'
    if (method === 'eth_getCode') return codes[String(params?.[0]).toLowerCase() as Address] ?? '0x'
    return `0x${'0'.repeat(64)}`
  }
  return createPublicClient({ chain: primaryChain, transport: custom({ request }, { retryCount: 0 }) })
}

const provider: IDataProvider = {
  getHistory: async () => ({ sender, records, complete: true }),
  getAddressActivity: async () => ({ transactionCount: 9, firstSeenAt: new Date('2025-01-01') }),
  getOutgoingCounterparties: async () => ({ counterparties: [], complete: true }),
  countZeroValueTransfers: async () => 0,
}

test.each([
  { who: 'the imitation', codes: { [imitation]: delegation } },
  { who: 'the payee', codes: { [payee]: delegation } },
  { who: 'both', codes: { [imitation]: delegation, [payee]: delegation } },
])('behavior: a delegated account counts as one without code: $who', async ({ codes }) => {
  const report = await check(sender, imitation, { provider, client: clientWith(codes) })
  expect(report).toMatchObject({ level: 'block', complete: true })
})

test('behavior: an imitation with code is blocked like one without', async () => {
  const report = await check(sender, imitation, { provider, client: clientWith({ [imitation]: '0x6001' }) })
  expect(report.level).toBe('block')
})
