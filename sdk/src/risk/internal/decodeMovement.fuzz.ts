import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { bytesToHex, decodeEventLog, erc20Abi, erc721Abi, type Hex, padHex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { TRANSFER_TOPIC } from '../../chain/transferTopic.js'
import { decodeMovement, nativeTopic } from './decodeMovement.js'
import { multiTokenTopics } from './multiToken.js'

const otherAbi = parseAbi([
  'event NativeCoinTransferred(address indexed from, address indexed to, uint256 value)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])

const hex = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => bytesToHex(bytes))
const word = fc.oneof(
  { weight: 3, arbitrary: hex(20).map((address) => padHex(address, { size: 32 })) },
  { weight: 2, arbitrary: hex(32) },
)
const spoiled = fc.oneof(
  hex(0, 31),
  hex(32).map((bytes): Hex => `0x${bytes.slice(2, -1)}g`),
)

type Log = { topics: Hex[]; data: Hex }

/** viem's own reading by the ABIs of the standards: the reference. */
function reference({ topics, data }: Log) {
  const abi = topics.length > 3 && topics[0] === TRANSFER_TOPIC ? erc721Abi : [...erc20Abi, ...otherAbi]
  try {
    const { eventName, args } = decodeEventLog({ abi, topics: topics as [Hex, ...Hex[]], data })
    // Other events of the standards have no sender and recipient.
    if (!args || !('from' in args) || !('to' in args)) return undefined
    const isNft = eventName !== 'NativeCoinTransferred' && !(eventName === 'Transfer' && 'value' in args)
    return { from: args.from, to: args.to, value: isNft ? 1n : (args as { value: bigint }).value, isNft }
  } catch {
    return undefined
  }
}

const event = fc.constantFrom(TRANSFER_TOPIC, nativeTopic, ...multiTokenTopics)

test('agrees with viem on every transfer', () => {
  const log = fc.record({
    topics: fc.tuple(event, fc.array(word, { maxLength: 3 })).map(([first, rest]) => [first, ...rest]),
    data: fc.oneof(hex(32), hex(64), hex(0, 31)),
  })
  fc.assert(
    fc.property(log, ({ topics, data }) => {
      const isMultiToken = multiTokenTopics.includes(topics[0] as Hex)
      const read = isMultiToken ? { topics, data: batchData } : { topics, data }
      expect(decodeMovement(read)).toEqual(reference(read))
    }),
    runs(1_000),
  )
})

/** For viem, which reads what a transfer of several tokens says of them: two empty lists, or two numbers. */
const batchData: Hex = `0x${[64, 96, 0, 0].map((value) => value.toString(16).padStart(64, '0')).join('')}`

test('never throws, and is undefined for what is not a word', () => {
  fc.assert(
    fc.property(event, spoiled, word, fc.boolean(), (first, bad, good, isFirst) => {
      const parties = isFirst ? [bad, good] : [good, bad]
      const before = multiTokenTopics.includes(first) ? [good] : []
      expect(decodeMovement({ topics: [first, ...before, ...parties] as Hex[], data: good })).toBeUndefined()
      if (before.length === 0) expect(decodeMovement({ topics: [first, good, good], data: bad as Hex })).toBeUndefined()
    }),
    runs(500),
  )
})

test('another event, and a log without topics', () => {
  const topics = [padHex('0x01', { size: 32 }), padHex('0x02', { size: 32 }), padHex('0x03', { size: 32 })]
  expect(decodeMovement({ topics, data: padHex('0x04', { size: 32 }) })).toBeUndefined()
  expect(decodeMovement({ topics: [], data: '0x' })).toBeUndefined()
})
