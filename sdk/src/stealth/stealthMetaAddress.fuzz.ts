import { chains } from '@holdfast/contracts'
import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { formatStealthMetaAddress, parseStealthMetaAddress } from './stealthMetaAddress.js'

const { BASE, Fn } = secp256k1.Point
const key = fc.bigInt(1n, Fn.ORDER - 1n).map((at): Hex => `0x${BASE.multiplyUnsafe(at).toHex()}`)

test('property: parse and format are inverses', () => {
  fc.assert(
    fc.property(key, key, fc.constantFrom(...chains), (spendingPub, viewingPub, { id, shortName }) => {
      const uri = formatStealthMetaAddress({ spendingPub, viewingPub }, shortName)
      expect(parseStealthMetaAddress(uri, id)).toEqual({ chainId: id, spendingPub, viewingPub })
    }),
    runs(100),
  )
})

test('property: a damaged address is refused with a typed error, or is another valid one', () => {
  fc.assert(
    fc.property(key, key, fc.nat(160), fc.string({ maxLength: 3 }), (spendingPub, viewingPub, at, patch) => {
      const uri = formatStealthMetaAddress({ spendingPub, viewingPub }, 'arc-testnet')
      const damaged = uri.slice(0, at) + patch + uri.slice(at + 1)
      try {
        const { chainId, ...meta } = parseStealthMetaAddress(damaged)
        expect(chainId).toBe(5042002)
        expect(damaged.toLowerCase()).toContain(meta.spendingPub.slice(2))
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInputError)
      }
    }),
    runs(100),
  )
})
