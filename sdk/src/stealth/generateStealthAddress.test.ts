import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Hex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { checkStealthAddress } from './checkStealthAddress.js'
import { generateStealthAddress } from './generateStealthAddress.js'
import vectors from './vectors.json' with { type: 'json' }

const [vector] = vectors.vectors as [(typeof vectors.vectors)[0]]
const meta = { spendingPub: vector.spendingPublicKey as Hex, viewingPub: vector.viewingPublicKey as Hex }
const keys = { viewingKey: vector.viewingPrivateKey as Hex, spendingPub: meta.spendingPub }

test.each(vectors.vectors)('vector $id: $note', (v) => {
  const made = generateStealthAddress(
    { spendingPub: v.spendingPublicKey as Hex, viewingPub: v.viewingPublicKey as Hex },
    v.ephemeralPrivateKey as Hex,
  )
  expect(made).toEqual({
    stealthAddress: v.stealthAddress,
    ephemeralPubKey: v.ephemeralPublicKey,
    viewTag: Number(v.viewTag),
  })
  const foreign = Object.values(v.otherEncodings).map(({ stealthAddress }) => stealthAddress.toLowerCase())
  expect(foreign).not.toContain(made.stealthAddress.toLowerCase())
})

test('vector: the case of the standard’s own notebook', () => {
  const { ephemeralPrivateKey, viewingPrivateKey, spendingPrivateKey, ...expected } = vectors.ercPocVector
  const pub = (key: string): Hex => `0x${secp256k1.Point.BASE.multiply(BigInt(key)).toHex()}`
  const made = generateStealthAddress(
    { spendingPub: pub(spendingPrivateKey), viewingPub: pub(viewingPrivateKey) },
    ephemeralPrivateKey as Hex,
  )
  expect(made.stealthAddress).toBe(expected.stealthAddressCompressed33)
})

describe('random ephemeral keys', () => {
  test('default: every address is new, and the recipient finds each', () => {
    const made = Array.from({ length: 20 }, () => generateStealthAddress(meta))
    expect(new Set(made.map(({ stealthAddress }) => stealthAddress)).size).toBe(20)
    for (const stealth of made) expect(checkStealthAddress({ ...keys, ...stealth })).toBe(stealth.stealthAddress)
  })

  test('behavior: a random number that is not a private key is drawn again', () => {
    const draws = [new Uint8Array(32), new Uint8Array(32).fill(255), new Uint8Array(32).fill(1)]
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      ;(array as unknown as Uint8Array).set(draws.shift() ?? [1])
      return array
    })
    const made = generateStealthAddress(meta)
    random.mockRestore()
    expect(draws).toEqual([])
    expect(made).toEqual(generateStealthAddress(meta, `0x${'01'.repeat(32)}`))
  })
})

test('error: what leaves the spending key alone is not a stealth address', () => {
  // P_spend = -s_h * G: the sum is the point at infinity.
  const { Fn, BASE } = secp256k1.Point
  const spendingPub: Hex = `0x${BASE.multiply(Fn.neg(BigInt(vector.hashedSharedSecret))).toHex()}`
  const key = vector.ephemeralPrivateKey as Hex
  expect(() => generateStealthAddress({ ...meta, spendingPub }, key)).toThrow(InvalidInputError)
  const announced = { ephemeralPubKey: vector.ephemeralPublicKey as Hex }
  expect(checkStealthAddress({ ...keys, spendingPub, ...announced })).toBeNull()
})

describe('error: malformed keys, private ones unrepeated', () => {
  test.each([
    ['short', '0x02'],
    ['uncompressed', `0x04${'11'.repeat(64)}`],
    ['off the curve', `0x02${'00'.repeat(31)}05`],
    ['x at p', `0x02${'ff'.repeat(27)}fefffffc2f`],
    ['prefix 05', `0x05${meta.spendingPub.slice(4)}`],
    ['not hex', `0x02${'zz'.repeat(32)}`],
    ['absent', undefined as unknown as string],
  ])('public key: %s', (_, key) => {
    for (const parameter of ['spendingPub', 'viewingPub'])
      expect(() => generateStealthAddress({ ...meta, [parameter]: key })).toThrow(
        expect.objectContaining({ name: 'InvalidInputError', parameter }),
      )
  })

  test.each([
    `0x${'00'.repeat(32)}`,
    '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
    `0x${'dead'.repeat(15)}`,
    `0x${'dead'.repeat(17)}`,
    'dead'.repeat(16),
    '',
    12n as unknown as string,
  ])('ephemeral key %s', (key) => {
    expect(() => generateStealthAddress(meta, key as Hex)).toThrow(InvalidInputError)
    try {
      generateStealthAddress(meta, key as Hex)
    } catch (error) {
      expect(String(error)).not.toMatch(/dead|ffff/)
    }
  })
})
