import { type Address, bytesToBigInt, type Hex, hexToBytes, isHex } from 'viem'
import { curveOrder } from '../../curve/order.js'
import type { Point } from '../../curve/points.js'
import { recoverPublicKey, type Signature } from '../../curve/signature.js'
import { keccak256 } from '../../hash/keccak256.js'
import { writeAddress } from '../../hash/writeAddress.js'

/**
 * Who made an ECDSA signature over a digest, without waiting. Signatures with a high s have no signer: each would be the
 * second form of another one.
 *
 * @param signature - Of any origin.
 * @param form - `contract`: 65 bytes ending in 27 or 28, as our contracts take them. `wallet`: also ending in 0 or 1, and
 *   the 64 bytes of EIP-2098.
 * @returns `undefined` for a signature without a signer.
 */
export function recoverSigner(digest: Hex, signature: Hex, form: 'contract' | 'wallet'): Address | undefined {
  const parts = split(signature)
  if (parts === undefined) return undefined
  if (form === 'contract' && !parts.isContractForm) return undefined
  const { r, s, bit } = parts
  if (s > curveOrder / 2n) return undefined
  const publicKey = recoverPublicKey(hexToBytes(digest), { r, s, bit })
  return publicKey && addressOfPoint(publicKey)
}

/** The address of a public key. */
export function addressOfPoint(publicKey: Point): Address {
  return writeAddress(keccak256(publicKey.subarray(1)).subarray(12))
}

function split(signature: Hex): (Signature & { isContractForm: boolean }) | undefined {
  if (typeof signature !== 'string' || !isHex(signature)) return undefined
  if (signature.length !== 2 + 2 * 64 && signature.length !== 2 + 2 * 65) return undefined
  const bytes = hexToBytes(signature)
  if (bytes.length === 64) {
    // EIP-2098: the highest bit of s, which a low s does not need, is the parity; there are 64 bytes.
    const parity = (bytes[32] as number) >> 7
    // As above.
    bytes[32] = (bytes[32] as number) & 0x7f
    return { ...scalars(bytes), bit: parity, isContractForm: false }
  }
  // 65 bytes by the check above.
  const last = bytes[64] as number
  const bit = last >= 27 ? last - 27 : last
  if (bit > 1) return undefined
  return { ...scalars(bytes), bit, isContractForm: last >= 27 }
}

function scalars(bytes: Uint8Array): { r: bigint; s: bigint } {
  return { r: bytesToBigInt(bytes.subarray(0, 32)), s: bytesToBigInt(bytes.subarray(32, 64)) }
}
