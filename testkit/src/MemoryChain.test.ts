import { numberToHex, type RpcLog } from 'viem'
import { expect, test } from 'vitest'
import { MemoryChain } from './MemoryChain.js'

const emitter = `0x${'11'.repeat(20)}` as const
const topic = (number: number) => numberToHex(number, { size: 32 })
const logIn = (number: number): RpcLog => ({
  address: emitter,
  topics: [topic(1)],
  data: '0x',
  removed: false,
  blockNumber: numberToHex(number),
  blockHash: topic(number),
  logIndex: '0x0',
  transactionHash: topic(number),
  transactionIndex: '0x0',
})
const block = (number: number, salt = 0) => ({
  number,
  hash: topic(1_000 * salt + number),
  parentHash: topic(number - 1),
  timeMs: 5_000,
  logs: [logIn(number)],
})

test('default: the head, blocks, and logs by range, topic and emitter', () => {
  const chain = new MemoryChain(7, { first: 2, head: 9 })
  for (const number of [8, 3]) chain.put(block(number))
  const logs = (filter: object) =>
    chain.answer('eth_getLogs', [{ fromBlock: '0x0', toBlock: '0x9', ...filter }]) as RpcLog[]
  expect([chain.answer('eth_chainId'), chain.answer('eth_blockNumber')]).toEqual(['0x7', '0x9'])
  expect(chain.answer('eth_getBlockByNumber', ['0x3'])).toEqual({
    number: '0x3',
    hash: topic(3),
    parentHash: topic(2),
    timestamp: '0x5',
  })
  for (const outside of ['0x1', '0xa']) expect(chain.answer('eth_getBlockByNumber', [outside])).toBe(null)
  expect(logs({}).map(({ blockNumber }) => blockNumber)).toEqual(['0x3', '0x8'])
  expect(logs({ fromBlock: '0x4' })).toHaveLength(1)
  expect(logs({ topics: [[topic(1), topic(2)]], address: emitter.toUpperCase().replace('0X', '0x') })).toHaveLength(2)
  expect(logs({ topics: [topic(2)] })).toEqual([])
  expect(logs({ address: `0x${'22'.repeat(20)}` })).toEqual([])
})

test('behavior: removed blocks remove their logs', () => {
  const chain = new MemoryChain(7)
  for (const number of [1, 2, 3]) chain.put(block(number))
  chain.cut(1)
  expect([chain.head, chain.logs.length]).toEqual([1, 1])
  chain.put(block(2, 1))
  expect(chain.answer('eth_getBlockByNumber', ['latest'])).toMatchObject({ number: '0x2', hash: topic(1_002) })
})

test('parameter: view', () => {
  const chain = new MemoryChain(7)
  for (const number of [1, 2, 3]) chain.put(block(number))
  const all = [{ fromBlock: '0x0', toBlock: '0x3' }]
  expect(chain.answer('eth_blockNumber', [], { lagBlocks: 2 })).toBe('0x1')
  expect(chain.answer('eth_getLogs', all, { logLagBlocks: 2 })).toHaveLength(1)
  expect(chain.answer('eth_getLogs', all, { shapeLogs: () => [] })).toEqual([])
  expect(chain.answer('eth_getBlockByNumber', ['latest'], { timeShiftMs: 2_000 })).toMatchObject({ timestamp: '0x7' })
})

test('error: a method that it does not know', () => {
  expect(() => new MemoryChain(7).answer('eth_call')).toThrow('The chain in memory does not know eth_call.')
})

test('behavior: transactions are counted, and found with their receipts, as an endpoint knows them', () => {
  const chain = new MemoryChain(7)
  const transaction = (nonce: number) => ({ hash: topic(100 + nonce), from: emitter, nonce })
  for (const number of [1, 2]) chain.put({ ...block(number), transactions: [transaction(number - 1)] })
  const counts = (of: string, view = {}) => chain.answer('eth_getTransactionCount', [emitter, of], view)
  expect([counts('latest'), counts('0x1'), counts('latest', { lagBlocks: 1 })]).toEqual(['0x2', '0x1', '0x1'])
  expect(chain.answer('eth_getTransactionCount', [`0x${'22'.repeat(20)}`, 'latest'])).toBe('0x0')
  expect(chain.answer('eth_getBlockByNumber', ['0x2'])).toMatchObject({
    transactions: [{ hash: topic(101), from: emitter, nonce: '0x1' }],
  })
  const receipt = (view = {}) => chain.answer('eth_getTransactionReceipt', [topic(101)], view)
  expect(receipt()).toMatchObject({ transactionHash: topic(101), blockNumber: '0x2', status: '0x1' })
  expect(receipt({ lagBlocks: 1 })).toBe(null)
})
