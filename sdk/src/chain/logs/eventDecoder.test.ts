import {
  type AbiEvent,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  erc721Abi,
  type Hex,
  parseAbiItem,
} from 'viem'
import { expect, test } from 'vitest'
import { eventDecoder } from './eventDecoder.js'

const from = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

function logOf(event: AbiEvent, args: Record<string, unknown>) {
  return {
    topics: encodeEventTopics({ abi: [event], args } as never) as Hex[],
    data: encodeAbiParameters(
      event.inputs.filter(({ indexed }) => !indexed),
      event.inputs.filter(({ indexed }) => !indexed).map(({ name }) => args[name ?? '']),
    ),
  }
}

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

test('default', () => {
  const decode = eventDecoder(erc20Abi, 'Transfer')
  expect(decode(logOf(transfer, { from, to, value: 5n }))).toEqual({ from, to, value: 5n })
})

test('behavior: zero is a value', () => {
  const event = parseAbiItem('event Zero(uint8 indexed a, bool b, uint256 c)')
  expect(eventDecoder([event], 'Zero')(logOf(event, { a: 0, b: false, c: 0n }))).toEqual({ a: 0, b: false, c: 0n })
})

test('behavior: dynamic values go through viem', () => {
  const event = parseAbiItem('event Note(uint256 indexed id, string text, bytes raw)')
  const args = { id: 1n, text: 'hello', raw: '0x00ff' }
  expect(eventDecoder([event], 'Note')(logOf(event, args))).toEqual(args)
})

test('behavior: an event without arguments has none', () => {
  const event = parseAbiItem('event Paused()')
  expect(eventDecoder([event], 'Paused')(logOf(event, {}))).toEqual({})
})

test('behavior: another standard’s event of the same signature is not this event', () => {
  const nft = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)')
  const log = logOf(nft, { from, to, tokenId: 7n })
  expect(eventDecoder(erc20Abi, 'Transfer')(log)).toBeUndefined()
  expect(eventDecoder(erc721Abi, 'Transfer')(log)).toEqual({ from, to, tokenId: 7n })
})

test.each([
  ['no topics', { topics: [], data: '0x' }],
  ['another event', { topics: [`0x${'11'.repeat(32)}`], data: '0x' }],
  ['data cut short', { ...logOf(transfer, { from, to, value: 5n }), data: '0x05' }],
  ['data that is not hexadecimal', { ...logOf(transfer, { from, to, value: 5n }), data: `0x${'zz'.repeat(32)}` }],
] as const)('behavior: undefined for %s', (_, log) => {
  expect(eventDecoder(erc20Abi, 'Transfer')(log as { topics: Hex[]; data: Hex })).toBeUndefined()
})

test('error: unknown event', () => {
  expect(() => eventDecoder(erc20Abi, 'Minted' as 'Transfer')).toThrow('The ABI has no event called "Minted".')
})
