import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
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
      expect(made?.s).toBeLessThanOrEqual(n / 2n)
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

// Known of RFC 6979 on this curve, from outside of this repository and its reference.
test.each([
  [
    1n,
    'Satoshi Nakamoto',
    '934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8',
    '2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5',
  ],
  [
    1n,
    'All those moments will be lost in time, like tears in rain. Time to die...',
    '8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b',
    '547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21',
  ],
  [
    n - 1n,
    'Satoshi Nakamoto',
    'fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d0',
    '6b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5',
  ],
])('behavior: the key %s signs "%s" as published', (secret, message, r, s) => {
  const made = signDigest(sha256(new TextEncoder().encode(message)), secret, tableOf(publicKeyOf(secret)))
  const [, ...written] = made ? write(made) : []
  expect(bytesToHex(Uint8Array.from(written))).toBe(r + s)
})

test('behavior: a signature that a fault spoils is not handed out', () => {
  const table = tableOf(publicKeyOf(5n))
  for (const at of [0, 11, table.length - 1]) {
    const spoilt = table.slice()
    spoilt[at] = (spoilt[at] as number) + 1
    const tried = Array.from({ length: 40 }, (_, index) =>
      signDigest(numberToBytesBE(BigInt(index + 1), 32), 5n, spoilt),
    )
    expect(tried).toContain(null)
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
