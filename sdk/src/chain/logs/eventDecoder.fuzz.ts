import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { type AbiEvent, bytesToHex, decodeEventLog, encodeAbiParameters, type Hex, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { eventDecoder } from './eventDecoder.js'

const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => bytesToHex(value))
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })

/** Types and how to make a value of each, as viem's encoder takes it. */
const kinds: Record<string, fc.Arbitrary<unknown>> = {
  address: hex(20),
  bool: fc.boolean(),
  uint8: uint(8).map(Number),
  uint48: uint(48).map(Number),
  uint56: uint(56),
  uint256: uint(256),
  int128: fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }),
  bytes1: hex(1),
  bytes32: hex(32),
  string: fc.string(),
  'uint64[]': fc.array(uint(64), { maxLength: 4 }),
}

const indexable = new Set(['address', 'bool', 'uint8', 'uint48', 'uint56', 'uint256', 'int128', 'bytes1', 'bytes32'])

const input = fc.constantFrom(...Object.keys(kinds)).chain((type) =>
  fc.record({
    type: fc.constant(type),
    indexed: indexable.has(type) ? fc.boolean() : fc.constant(false),
    value: kinds[type] ?? fc.constant(undefined),
  }),
)

const events = fc.array(input, { maxLength: 6 }).map((drafts) => {
  let indexed = 0
  const inputs = drafts.map((draft, index) => ({
    ...draft,
    name: `arg${index}`,
    indexed: draft.indexed && ++indexed <= 3,
  }))
  const event: AbiEvent = {
    type: 'event',
    name: 'Sample',
    inputs: inputs.map(({ name, type, indexed }) => ({ name, type, indexed })),
  }
  const word = ({ type, value }: (typeof inputs)[number]) => encodeAbiParameters([{ type }], [value])
  const topics = [toEventSelector(event), ...inputs.filter(({ indexed }) => indexed).map(word)]
  const plain = inputs.filter(({ indexed }) => !indexed)
  return {
    event,
    topics,
    data: encodeAbiParameters(
      plain,
      plain.map(({ value }) => value),
    ),
  }
})

/** viem's own reading: the reference. */
function reference(event: AbiEvent, topics: Hex[], data: Hex): unknown {
  try {
    return decodeEventLog({ abi: [event], topics: topics as [Hex, ...Hex[]], data }).args ?? {}
  } catch {
    return undefined
  }
}

test('agrees with viem on every event', () => {
  fc.assert(
    fc.property(events, ({ event, topics, data }) => {
      expect(eventDecoder([event], 'Sample')({ topics, data })).toEqual(reference(event, topics, data))
    }),
    runs(1_000),
  )
})

test('agrees with viem on arbitrary words, which no contract would emit', () => {
  fc.assert(
    fc.property(events, fc.array(hex(32), { maxLength: 4 }), hex(32 * 4), ({ event, topics }, words, data) => {
      const hostile = [topics[0] as Hex, ...words]
      expect(eventDecoder([event], 'Sample')({ topics: hostile, data })).toEqual(reference(event, hostile, data))
    }),
    runs(1_000),
  )
})
