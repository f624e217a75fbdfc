import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { numberToBytesBE } from '@noble/curves/utils.js'
import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { expect, test } from 'vitest'
import { shareSecretFast, stealthAddressFast } from './exactCheck.js'
import { findPoint } from './keys.js'
import { planMultiplication } from './multiplicationPlan.js'
import { shareSecret, stealthAddressOf } from './sharedSecret.js'

const { BASE, Fn } = secp256k1.Point
const n = Fn.ORDER
const scalar = fc.oneof(fc.bigInt(1n, n - 1n), fc.bigInt(1n, 40n), fc.bigInt(n - 40n, n - 1n))

test('property: the fast secret is the reference’s, for points and for garbage', () => {
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
        const point = findPoint(key)
        expect(shareSecretFast(planMultiplication(viewing), key)).toEqual(point && shareSecret(viewing, point))
      },
    ),
    runs(100, 1_000),
  )
})

test('property: the fast address is the reference’s, also where secret and spending key meet', () => {
  const meeting = fc.tuple(scalar, fc.constantFrom(1n, -1n)).map(([s, sign]) => [s, Fn.create(s * sign)] as const)
  fc.assert(
    fc.property(fc.oneof(fc.tuple(scalar, scalar), meeting), ([value, spend]) => {
      const secret = { hash: numberToBytesBE(value, 32), scalar: value }
      const spending = BASE.multiply(spend)
      const address = stealthAddressFast(spending, secret)
      expect(address && bytesToHex(address)).toBe(stealthAddressOf(spending, secret)?.toLowerCase())
    }),
    runs(70, 700),
  )
})
