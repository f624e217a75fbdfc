import { bytesToNumberBE, createHmacDrbg, numberToBytesBE } from '@noble/curves/utils.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { curveOrder, isScalar, moduloOrder } from './order.js'
import {
  addPublicKey,
  decompress,
  generatorTable,
  isProduct,
  multiplyPointSecretly,
  type Point,
  publicKeyOf,
} from './points.js'
import { addPublicMultiple, type MultipleTable } from './secretMultiplication.js'

/** An ECDSA signature: `bit` is the parity of the point's y. */
export type Signature = { r: bigint; s: bigint; bit: number }

/**
 * Signs a hash with the nonce of RFC 6979, s the lower of the two, and verifies what it has made.
 *
 * @param digest - 32 bytes.
 * @param multiples - Of the public key.
 * @returns `null` where the signature does not verify: a fault of the machine, or another's public key.
 */
export function signDigest(digest: Uint8Array, key: bigint, multiples: MultipleTable): Signature | null {
  const hashed = moduloOrder(bytesToNumberBE(digest))
  const seed = new Uint8Array(64)
  seed.set(numberToBytesBE(key, 32))
  seed.set(numberToBytesBE(hashed, 32), 32)
  const draw = createHmacDrbg<Signature | null>(32, 32, (secret: Uint8Array, message: Uint8Array) =>
    hmac(sha256, secret, message),
  )
  return draw(seed, (bytes) => {
    const nonce = bytesToNumberBE(bytes)
    if (!isScalar(nonce)) return undefined
    const point = publicKeyOf(nonce)
    const r = moduloOrder(bytesToNumberBE(point.subarray(1, 33)))
    const sum = moduloOrder(hashed + r * key)
    if (r === 0n || sum === 0n) return undefined
    // One inversion gives 1 / nonce and 1 / s. Of a random multiple, since its time depends on the value.
    const blind = randomScalar()
    const inverse = moduloOrder(invertScalar(moduloOrder(moduloOrder(nonce * sum) * blind)) * blind)
    const s = moduloOrder(moduloOrder(sum * sum) * inverse)
    const inverseOfS = moduloOrder(moduloOrder(nonce * nonce) * inverse)
    if (bytesToNumberBE(point.subarray(1, 33)) !== r || !verifies({ r, s, inverseOfS, hashed, point }, multiples))
      return null
    const isHigh = s > curveOrder / 2n
    // A point has 65 bytes.
    return { r, s: isHigh ? curveOrder - s : s, bit: ((point[64] as number) & 1) ^ Number(isHigh) }
  })
}

/**
 * The public key that made a signature over a hash; `undefined` where there is none, and where r or s is out of range.
 *
 * @param digest - 32 bytes.
 */
export function recoverPublicKey(digest: Uint8Array, { r, s, bit }: Signature): Point | undefined {
  if (!isScalar(r) || !isScalar(s)) return undefined
  const point = decompress(Uint8Array.of(2 | bit, ...numberToBytesBE(r, 32)))
  if (point === undefined) return undefined
  const inverse = invertScalar(r)
  const ofPoint = multiplyPointSecretly(point, moduloOrder(s * inverse))
  const ofGenerator = moduloOrder(-bytesToNumberBE(digest) * inverse)
  return ofGenerator === 0n ? ofPoint : addPublicKey(ofPoint, ofGenerator)
}

/** Whether hash / s times the generator and r / s times the public key add up to the nonce's point. */
function verifies(
  made: { r: bigint; s: bigint; inverseOfS: bigint; hashed: bigint; point: Point },
  multiples: MultipleTable,
): boolean {
  const { r, s, inverseOfS, hashed, point } = made
  if (moduloOrder(s * inverseOfS) !== 1n) return false
  addPublicMultiple(multiples, moduloOrder(r * inverseOfS), true)
  if (hashed !== 0n) addPublicMultiple(generatorTable(), moduloOrder(hashed * inverseOfS))
  return isProduct(point)
}

function randomScalar(): bigint {
  for (;;) {
    const scalar = bytesToNumberBE(crypto.getRandomValues(new Uint8Array(32)))
    if (isScalar(scalar)) return scalar
  }
}

/** 1 / value modulo n; the value is 1 to n - 1. Time depends on it. */
function invertScalar(value: bigint): bigint {
  let [divisor, rest] = [curveOrder, value]
  let [before, factor] = [0n, 1n]
  while (rest !== 0n) {
    const quotient = divisor / rest
    ;[divisor, rest] = [rest, divisor - quotient * rest]
    ;[before, factor] = [factor, before - quotient * factor]
  }
  return moduloOrder(before)
}
