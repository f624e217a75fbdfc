import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Address, bytesToHex, checksumAddress } from 'viem'
import { type CurvePoint, isScalar } from './keys.js'

/** What payer and recipient hash out of their shared point. */
export type SharedSecret = {
  /** keccak256 of the shared point, compressed; the standard leaves the encoding open, all compatible wallets agree. */
  hash: Uint8Array
  /** The hash as a private key to add. */
  scalar: bigint
}

/** The secret that `key` and the owner of `point` share; `undefined` where its hash is no scalar, once in 2^128. */
export function shareSecret(key: bigint, point: CurvePoint): SharedSecret | undefined {
  return toSecret(keccak_256(point.multiply(key).toBytes(true)))
}

/** The hashed shared point as a secret. */
export function toSecret(hash: Uint8Array): SharedSecret | undefined {
  const scalar = bytesToNumberBE(hash)
  return isScalar(scalar) ? { hash, scalar } : undefined
}

/** The address at spending key + secret; `undefined` where that is no point, once in 2^256. */
export function stealthAddressOf(spending: CurvePoint, { scalar }: SharedSecret): Address | undefined {
  const point = secp256k1.Point.BASE.multiply(scalar).add(spending)
  return point.is0() ? undefined : checksumAddress(bytesToHex(addressBytes(point.toBytes(false))))
}

/** The 20 address bytes of an uncompressed point. */
export function addressBytes(uncompressed: Uint8Array): Uint8Array {
  return keccak_256(uncompressed.subarray(1)).subarray(12)
}
