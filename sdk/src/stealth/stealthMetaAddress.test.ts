import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { formatStealthMetaAddress, parseStealthMetaAddress } from './stealthMetaAddress.js'
import vectors from './vectors.json' with { type: 'json' }

describe.each(vectors.vectors)('vector $id: $note', (v) => {
  const meta = { spendingPub: v.spendingPublicKey as Hex, viewingPub: v.viewingPublicKey as Hex }

  test('parse and format', () => {
    const uri = v.stealthMetaAddressURI.replace('st:eth:', 'st:arc-testnet:')
    expect(parseStealthMetaAddress(uri)).toEqual({ chainId: 5042002, ...meta })
    const { chainId, ...parsed } = parseStealthMetaAddress(formatStealthMetaAddress(meta, 'sep'), 11155111)
    expect([chainId, parsed]).toEqual([11155111, meta])
  })

  test('error: a chain that we do not work on is refused by its name', () => {
    expect(() => parseStealthMetaAddress(v.stealthMetaAddressURI)).toThrow('The chain "eth" is not one')
  })
})

const [v] = vectors.vectors as [(typeof vectors.vectors)[0]]
const spending = v.spendingPublicKey.slice(2)
const viewing = v.viewingPublicKey.slice(2)
const meta = { spendingPub: v.spendingPublicKey as Hex, viewingPub: v.viewingPublicKey as Hex }

test('behavior: one key has both roles', () => {
  expect(parseStealthMetaAddress(`st:basesep:0x${spending}`)).toEqual({
    chainId: 84532,
    spendingPub: `0x${spending}`,
    viewingPub: `0x${spending}`,
  })
})

test('behavior: upper-case hex is legal and comes back lower-case', () => {
  expect(parseStealthMetaAddress(`st:arc-testnet:0x${(spending + viewing).toUpperCase()}`)).toEqual({
    chainId: 5042002,
    ...meta,
  })
  const upper = { spendingPub: `0x${spending.toUpperCase()}`, viewingPub: `0x${viewing.toUpperCase()}` } as const
  expect(formatStealthMetaAddress(upper, 'fuji')).toBe(`st:fuji:0x${spending}${viewing}`)
})

describe('error', () => {
  test.each([
    ['a colon between the keys', `st:arc-testnet:0x${spending}:0x${viewing}`],
    ['bare hex', `0x${spending}${viewing}`],
    ['no chain', `st::0x${spending}${viewing}`],
    ['no 0x', `st:arc-testnet:${spending}${viewing}`],
    ['too short', `st:arc-testnet:0x${spending}${viewing.slice(2)}`],
    ['three keys', `st:arc-testnet:0x${spending}${viewing}${viewing}`],
    ['space around', ` st:arc-testnet:0x${spending}${viewing} `],
    ['a line more', `st:arc-testnet:0x${spending}${viewing}\n`],
    ['another scheme', `eth:arc-testnet:0x${spending}${viewing}`],
    ['off the curve', `st:arc-testnet:0x${spending}02${'00'.repeat(31)}05`],
    ['prefix 04', `st:arc-testnet:0x04${spending.slice(2)}${viewing}`],
    ['a chain of the prototype', `st:constructor:0x${spending}${viewing}`],
    ['the chain in capitals', `st:ARC-TESTNET:0x${spending}${viewing}`],
    ['nothing', ''],
    ['no text', undefined as unknown as string],
  ])('%s', (_, uri) => {
    expect(() => parseStealthMetaAddress(uri)).toThrow(InvalidInputError)
  })

  test('another chain than the payer is about to pay on', () => {
    const uri = formatStealthMetaAddress(meta, 'arb-sep')
    expect(parseStealthMetaAddress(uri, 421614).chainId).toBe(421614)
    expect(() => parseStealthMetaAddress(uri, 5042002)).toThrow('is for chain 421614, not for chain 5042002')
  })

  test('nothing malformed is written', () => {
    expect(() => formatStealthMetaAddress(meta, 'eth')).toThrow(InvalidInputError)
    expect(() => formatStealthMetaAddress({ ...meta, viewingPub: '0x02' }, 'sep')).toThrow(InvalidInputError)
  })
})
