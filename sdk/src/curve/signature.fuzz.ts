import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publicKeyOf, tableOf } from './points.js'
import { recoverPublicKey, type Signature, signDigest } from './signature.js'

const n = secp256k1.Point.Fn.ORDER
const key = fc.oneof(fc.bigInt(1n, n - 1n), fc.bigInt(1n, 20n), fc.bigInt(n - 20n, n - 1n))
const digest = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  fc.constantFrom(0n, 1n, n - 1n, n, n + 1n, 2n ** 256n - 1n).map((value) => numberToBytesBE(value, 32)),
)
const write = ({ r, s, bit }: Signature) => Uint8Array.of(bit, ...numberToBytesBE(r, 32), ...numberToBytesBE(s, 32))

test('property: a signature is the reference’s, byte for byte, and leads back to its key', () => {
  fc.assert(
    fc.property(key, digest, (secret, hash) => {
      const made = signDigest(hash, secret, tableOf(publicKeyOf(secret)))
      const reference = secp256k1.sign(hash, numberToBytesBE(secret, 32), { prehash: false, format: 'recovered' })
      expect(made && write(made)).toEqual(reference)
      expect(made && recoverPublicKey(hash, made)).toEqual(publicKeyOf(secret))
    }),
    runs(60, 1_000),
  )
})

test('property: any r, s and parity lead to the key that the reference finds, or to none', () => {
  const scalar = fc.oneof(fc.bigInt(0n, 2n ** 256n - 1n), fc.bigInt(0n, 20n), fc.bigInt(n - 3n, n + 3n))
  fc.assert(
    fc.property(scalar, scalar, fc.constantFrom(0, 1), digest, (r, s, bit, hash) => {
      expect(recoverPublicKey(hash, { r, s, bit })).toEqual(referenceKey(hash, { r, s, bit }))
    }),
    runs(100, 2_000),
  )
})

test('behavior: where point and hash cancel out, or are equal, the key is still the reference’s', () => {
  const nonce = 12345n
  const point = publicKeyOf(nonce)
  const r = bytesToNumberBE(point.subarray(1, 33)) % n
  const bit = (point[64] as number) & 1
  for (const s of [1n, 99n, n - 7n])
    for (const hashed of [nonce * s, -nonce * s]) {
      const hash = numberToBytesBE(((hashed % n) + n) % n, 32)
      expect(recoverPublicKey(hash, { r, s, bit })).toEqual(referenceKey(hash, { r, s, bit }))
    }
})

test('behavior: signs nothing with a key that is not the one of the table', () => {
  expect(signDigest(numberToBytesBE(7n, 32), 5n, tableOf(publicKeyOf(6n)))).toBeNull()
})

function referenceKey(hash: Uint8Array, { r, s, bit }: Signature): Uint8Array | undefined {
  try {
    return new secp256k1.Signature(r, s, bit).recoverPublicKey(hash).toBytes(false)
  } catch {
    return undefined
  }
}
