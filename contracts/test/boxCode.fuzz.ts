import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { bytesToHex, getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { predictBoxAddress, proveBox } from '../src/boxAddress.js'
import { encodeBoxCode, parseBoxCode } from '../src/boxCode.js'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => bytesToHex(value))
const address = bytes(20).map((value) => getAddress(value))
const implementation = getAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
const amount = fc.oneof(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 2n ** 256n - 1n))
const seconds = fc.integer({ min: 0, max: 2 ** 40 - 1 })
const terms = fc.record({
  ownerHash: bytes(32),
  salt: bytes(32),
  policy: fc.record({
    token: address,
    cosigner: address,
    vaultHash: bytes(32),
    target: address,
    maxAmount: amount,
    perPullMax: amount,
    expiry: seconds,
    interval: seconds,
    mode: fc.constantFrom(0 as const, 1 as const),
  }),
})

const parse = (code: Hex) => parseBoxCode(implementation, code)

test('property: code that can be read is written again byte for byte', () => {
  const code = fc.tuple(terms, fc.nat(275), fc.nat(255)).map(([given, at, by]) => {
    const raw = Buffer.from(encodeBoxCode(implementation, given).slice(2), 'hex')
    if (at < raw.length) raw[at] = by
    return bytesToHex(raw)
  })
  fc.assert(
    fc.property(code, (given) => {
      const read = parse(given)
      if (read) expect(encodeBoxCode(implementation, read)).toBe(given)
    }),
    runs(300, 3_000),
  )
})

test('property: reads what a factory has written', () => {
  fc.assert(
    fc.property(terms, (given) => {
      expect(parse(encodeBoxCode(implementation, given))).toEqual(given)
    }),
    runs(300, 3_000),
  )
})

test('property: the code of a box proves its own address and no other', () => {
  const factory = { address: getAddress('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'), implementation }
  fc.assert(
    fc.property(terms, terms, address, (given, other, elsewhere) => {
      const box = predictBoxAddress(factory, given)
      const code = encodeBoxCode(implementation, given)
      expect(proveBox(factory, box, code)).toEqual(given)
      expect(proveBox(factory, elsewhere, code)).toBeUndefined()
      expect(proveBox({ ...factory, address: elsewhere }, box, code)).toBeUndefined()
      expect(proveBox(factory, box, encodeBoxCode(implementation, other))).toBeUndefined()
      expect(proveBox(factory, box, `${code}00`)).toBeUndefined()
      expect(proveBox(factory, box, '0x')).toBeUndefined()
    }),
    runs(300, 3_000),
  )
})

test('property: no other proxy, no other length, and no change of the proxy is a box', () => {
  fc.assert(
    fc.property(terms, address, fc.nat(44), fc.integer({ min: 1, max: 255 }), (given, other, at, by) => {
      const code = encodeBoxCode(implementation, given)
      if (other !== implementation) expect(parse(encodeBoxCode(other, given))).toBeUndefined()
      expect(parse(`${code}00`)).toBeUndefined()
      expect(parse(code.slice(0, -2) as Hex)).toBeUndefined()
      const raw = Buffer.from(code.slice(2), 'hex')
      raw[at] = (raw[at] as number) ^ by
      expect(parse(`0x${raw.toString('hex')}`)).toBeUndefined()
    }),
    runs(300, 3_000),
  )
})
