import {
  type Address,
  createPublicClient,
  custom,
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  isAddressEqual,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import { ADDRESSES } from '../../chain/addresses.js'
import { readHead } from '../../chain/readHead.js'
import { primaryChain } from '../../chain/viemChain.js'
import { readVerified } from './readVerified.js'

const contract = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const parties = ['0x52908400098527886E0F7030069857D2E4169EE7', '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'] as const
const yes = encodeAbiParameters([{ type: 'bool' }], [true])

/** A node of which the contract is asked together with the block, or alone. */
function nodeOf(together: () => Promise<Hex>, alone: Hex = yes) {
  const asked: string[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_blockNumber') {
      asked.push('block')
      return '0x63'
    }
    const [{ to }] = params as [{ to: Address }]
    const isTogether = isAddressEqual(to, ADDRESSES.MULTICALL3)
    asked.push(isTogether ? 'both' : 'contract')
    return isTogether ? together() : alone
  }
  const client = createPublicClient({ chain: primaryChain, transport: custom({ request }, { retryCount: 0 }) })
  const head = () => readHead(client, () => client.request({ method: 'eth_blockNumber' }))
  return { asked, read: () => readVerified(client, contract, parties), head }
}

const aggregateAbi = parseAbi([
  'function aggregate((address target, bytes callData)[] calls) returns (uint256, bytes[])',
])
const aggregated = (answer: Hex) =>
  encodeFunctionResult({ abi: aggregateAbi, functionName: 'aggregate', result: [100n, [answer]] })

test('one request tells the sign and the newest block', async () => {
  const { read, head, asked } = nodeOf(async () => aggregated(yes))
  expect(await Promise.all([read(), head()])).toEqual([true, 100n])
  expect(asked).toEqual(['both'])
})

test.each<[string, () => Promise<Hex>]>([
  ['has no Multicall3', async () => '0x'],
  ['answers nonsense', async () => `0x${'0'.repeat(64)}`],
  ['refuses it,', () => Promise.reject(new Error('down'))],
])('a node that %s is asked for both apart, and from then on at once', async (_, together) => {
  const { read, head, asked } = nodeOf(together)
  expect(await Promise.all([read(), head()])).toEqual([true, 99n])
  expect([...asked].sort()).toEqual(['block', 'both', 'contract'])
  asked.length = 0
  expect(await read()).toBe(true)
  expect(asked).toEqual(['contract'])
})

test.each<[string, Hex]>([
  ['without code', '0x'],
  ['that returns less than a word', '0x01'],
])('a contract %s is an error', async (_, answer) => {
  const { read } = nodeOf(async () => aggregated(answer), answer)
  await expect(read()).rejects.toThrow(`The contract ${contract} answered \`isVerifiedRecipient\` with ${answer}.`)
})

test('a call that hangs does not take the newest block with it', async () => {
  const { read, head } = nodeOf(() => new Promise(() => {}))
  void read()
  expect(await head()).toBe(99n)
})

test('behavior: the request is the one that an ABI encodes', async () => {
  const seen: unknown[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_call') seen.push(JSON.parse(JSON.stringify(params).toLowerCase()))
    return aggregated(yes)
  }
  const client = createPublicClient({ chain: primaryChain, transport: custom({ request }, { retryCount: 0 }) })
  expect(await readVerified(client, contract, parties)).toBe(true)
  const callData = encodeFunctionData({
    abi: parseAbi(['function isVerifiedRecipient(address, address) view returns (bool)']),
    args: parties,
  })
  const data = encodeFunctionData({ abi: aggregateAbi, args: [[{ target: contract, callData }]] })
  expect(seen).toEqual([[{ to: ADDRESSES.MULTICALL3.toLowerCase(), data }, 'latest']])
})
