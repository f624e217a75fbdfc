import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { bytesToHex, concatHex, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { deriveStealthKeys } from './deriveStealthKeys.js'

const n = secp256k1.Point.Fn.ORDER
const word = (value: bigint) => numberToHex(value, { size: 32 })

test('property: every way of writing one signature gives the same keys, and they fit together', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, n - 1n), fc.bigInt(1n, n / 2n), fc.nat(255), fc.boolean(), (r, s, v, odd) => {
      const keys = deriveStealthKeys(concatHex([word(r), word(s), numberToHex(v, { size: 1 })]))
      expect(deriveStealthKeys(concatHex([word(r), word(n - s), '0x1c']))).toEqual(keys)
      expect(deriveStealthKeys(concatHex([word(r), word(s | (odd ? 1n << 255n : 0n))]))).toEqual(keys)
      expect(keys.spendingPub).toBe(`0x${secp256k1.Point.BASE.multiply(BigInt(keys.spendingKey)).toHex()}`)
      expect(keys.viewingPub).toBe(`0x${secp256k1.Point.BASE.multiply(BigInt(keys.viewingKey)).toHex()}`)
    }),
    runs(50),
  )
})

test('property: anything else is refused with a typed error that does not repeat it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.uint8Array({ minLength: 9, maxLength: 200 }).map((b) => bytesToHex(b)),
      ),
      (any) => {
        try {
          deriveStealthKeys(any as Hex)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInputError)
          if (typeof any === 'string' && any.length > 12) expect(String(error)).not.toContain(any)
        }
      },
    ),
    runs(100),
  )
})
