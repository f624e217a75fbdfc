import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { planMultiplication } from '../../curve/multiplicationPlan.js'
import { shareSecretFast } from './exactCheck.js'
import { shareSecret, stealthAddressBytes, stealthAddressOf } from './sharedSecret.js'

const { Point } = secp256k1
const { BASE, Fn } = Point
const n = Fn.ORDER
const scalar = fc.oneof(fc.bigInt(1n, n - 1n), fc.bigInt(1n, 40n), fc.bigInt(n - 40n, n - 1n))

test('property: either way to a secret is the reference’s, for points and for garbage', () => {
  fc.assert(
    fc.property(
      scalar,
      fc.oneof(
        scalar.map((at) => BASE.multiplyUnsafe(at).toBytes(true)),
        fc
          .tuple(fc.nat(5), fc.uint8Array({ minLength: 32, maxLength: 32 }))
          .map(([prefix, x]) => Uint8Array.of(prefix, ...x)),
        fc.bigInt(0n, 2n ** 256n - 1n).map((x) => Uint8Array.of(2, ...numberToBytesBE(x, 32))),
      ),
      (viewing, key) => {
        const point = secp256k1.utils.isValidPublicKey(key) ? Point.fromBytes(key) : undefined
        const hash = point && keccak_256(point.multiplyUnsafe(viewing).toBytes(true))
        const secret = hash && { hash, scalar: bytesToNumberBE(hash) }
        expect(shareSecretFast(planMultiplication(viewing), key)).toEqual(secret)
        expect(point && shareSecret(viewing, point.toBytes(false))).toEqual(secret)
      },
    ),
    runs(100, 1_000),
  )
})

test('property: the address is the reference’s, also where secret and spending key meet', () => {
  const meeting = fc.tuple(scalar, fc.constantFrom(1n, -1n)).map(([s, sign]) => [s, Fn.create(s * sign)] as const)
  fc.assert(
    fc.property(fc.oneof(fc.tuple(scalar, scalar), meeting), ([value, spend]) => {
      const secret = { hash: numberToBytesBE(value, 32), scalar: value }
      const spending = BASE.multiplyUnsafe(spend)
      const sum = spending.add(BASE.multiplyUnsafe(value))
      const reference = sum.is0() ? undefined : publicKeyToAddress(bytesToHex(sum.toBytes(false)))
      expect(stealthAddressOf(spending.toBytes(false), secret)).toBe(reference)
      const bytes = stealthAddressBytes(spending.toBytes(false), secret)
      expect(bytes && bytesToHex(bytes)).toBe(reference?.toLowerCase())
    }),
    runs(70, 700),
  )
})
