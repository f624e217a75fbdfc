import { bytesToNumberBE } from '@noble/curves/utils.js'
import type { Address } from 'viem'
import { isScalar } from '../../curve/order.js'
import { addPublicKey, compress, multiplyPointSecretly, type Point } from '../../curve/points.js'
import { keccak256 } from '../../hash/keccak256.js'
import { writeAddress } from '../../hash/writeAddress.js'

/** What payer and recipient hash out of their shared point. */
export type SharedSecret = {
  /** keccak256 of the shared point, compressed; the standard leaves the encoding open, all compatible wallets agree. */
  hash: Uint8Array
  /** The hash as a private key to add. */
  scalar: bigint
}

/** The secret that `key` and the owner of `point` share; `undefined` where its hash is not a scalar, once in 2^128. */
export function shareSecret(key: bigint, point: Point): SharedSecret | undefined {
  return toSecret(keccak256(compress(multiplyPointSecretly(point, key))))
}

/** The hashed shared point as a secret. */
export function toSecret(hash: Uint8Array): SharedSecret | undefined {
  const scalar = bytesToNumberBE(hash)
  return isScalar(scalar) ? { hash, scalar } : undefined
}

/** The address at spending key + secret; `undefined` where that is not a point, once in 2^256. */
export function stealthAddressOf(spending: Point, secret: SharedSecret): Address | undefined {
  const address = stealthAddressBytes(spending, secret)
  return address && writeAddress(address)
}

/** The 20 bytes of {@link stealthAddressOf}. */
export function stealthAddressBytes(spending: Point, { scalar }: SharedSecret): Uint8Array | undefined {
  const point = addPublicKey(spending, scalar)
  return point && addressBytes(point)
}

/** The 20 bytes of the address of a public key. */
function addressBytes(point: Point): Uint8Array {
  return keccak256(point.subarray(1)).subarray(12)
}
