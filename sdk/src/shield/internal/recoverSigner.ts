import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type Address, checksumAddress, type Hex, hexToBytes, isHex, keccak256, slice } from 'viem'

/**
 * Who made an ECDSA signature over a digest, without waiting. Signatures with a high s are nobody's: each would be the
 * second form of another one.
 *
 * @param signature - Of any origin.
 * @param form - `contract`: 65 bytes ending in 27 or 28, as our contracts take them. `wallet`: also ending in 0 or 1, and
 *   the 64 bytes of EIP-2098.
 * @returns `undefined` when the signature is nobody's.
 */
export function recoverSigner(digest: Hex, signature: Hex, form: 'contract' | 'wallet'): Address | undefined {
  const parts = split(signature)
  if (parts === undefined) return undefined
  if (form === 'contract' && !parts.isContractForm) return undefined
  try {
    const made = secp256k1.Signature.fromBytes(parts.compact, 'compact').addRecoveryBit(parts.bit)
    if (made.hasHighS()) return undefined
    return addressOfPoint(made.recoverPublicKey(hexToBytes(digest)).toBytes(false))
  } catch {
    return undefined
  }
}

/**
 * The address of a public key.
 *
 * @param publicKey - Uncompressed, 65 bytes.
 */
export function addressOfPoint(publicKey: Uint8Array): Address {
  return checksumAddress(slice(keccak256(publicKey.subarray(1)), 12))
}

function split(signature: Hex): { compact: Uint8Array; bit: number; isContractForm: boolean } | undefined {
  if (typeof signature !== 'string' || !isHex(signature)) return undefined
  if (signature.length !== 2 + 2 * 64 && signature.length !== 2 + 2 * 65) return undefined
  const bytes = hexToBytes(signature)
  if (bytes.length === 64) {
    // EIP-2098: the highest bit of s, which a low s does not need, is the parity.
    const parity = (bytes[32] as number) >> 7
    bytes[32] = (bytes[32] as number) & 0x7f
    return { compact: bytes, bit: parity, isContractForm: false }
  }
  const last = bytes[64] as number
  const bit = last >= 27 ? last - 27 : last
  if (bit > 1) return undefined
  return { compact: bytes.subarray(0, 64), bit, isContractForm: last >= 27 }
}
