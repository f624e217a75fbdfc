import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, type Log } from 'viem'
import { expect, test } from 'vitest'
import { interpretReclaimReceipt } from './interpretReclaimReceipt.js'

const contract: Address = '0x00000000000000000000000000000000000000C0'
const other: Address = '0x00000000000000000000000000000000000000bb'

test('default: what came back and what did not, in the order of the question', () => {
  const logs = [event('TransferReclaimed', 3n), event('TransferReclaimed', 1n)]
  expect(interpretReclaimReceipt(logs, contract, [1n, 2n, 3n, 4n])).toEqual({ reclaimed: [1n, 3n], skipped: [2n, 4n] })
})

test('behavior: letter case of the contract does not matter, further transfers are left out', () => {
  const logs = [event('TransferReclaimed', 1n, contract.toLowerCase() as Address), event('TransferReclaimed', 9n)]
  expect(interpretReclaimReceipt(logs, contract, [1n])).toEqual({ reclaimed: [1n], skipped: [] })
})

test('behavior: no log, and no question', () => {
  expect(interpretReclaimReceipt([], contract, [1n])).toEqual({ reclaimed: [], skipped: [1n] })
  expect(interpretReclaimReceipt([event('TransferReclaimed', 1n)], contract, [])).toEqual({
    reclaimed: [],
    skipped: [],
  })
})

test.each([
  ['of another contract', event('TransferReclaimed', 1n, other)],
  ['of a cancelled transfer', event('TransferCancelled', 1n)],
  ['with cut data', { ...event('TransferReclaimed', 1n), data: '0x' as const }],
])('behavior: an event %s returns nothing', (_, log) => {
  expect(interpretReclaimReceipt([log], contract, [1n])).toEqual({ reclaimed: [], skipped: [1n] })
})

function event(eventName: 'TransferReclaimed' | 'TransferCancelled', transferId: bigint, address = contract): Log {
  const topics = encodeEventTopics({ abi: protectedTransferAbi, eventName, args: { transferId, sender: other } })
  const data =
    eventName === 'TransferReclaimed'
      ? encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [other, 10n])
      : encodeAbiParameters([{ type: 'uint256' }], [10n])
  const hash: Hex = `0x${'ab'.repeat(32)}`
  return {
    address,
    topics: topics as [Hex, ...Hex[]],
    data,
    blockHash: hash,
    blockNumber: 1n,
    logIndex: 0,
    removed: false,
    transactionHash: hash,
    transactionIndex: 0,
  }
}
