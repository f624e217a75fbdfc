import type { Address, Hex } from 'viem'
import { concatHex, keccak256, numberToHex, size } from 'viem/utils'

/** What an account signs to delegate (EIP-7702): `keccak256(0x05 ‖ rlp([chainId, address, nonce]))`. */
export function hashDelegation({ chainId, address, nonce }: Delegation): Hex {
  const items = concatHex([encodeNumber(chainId), '0x94', address, encodeNumber(nonce)])
  // At most 39 bytes, so the length is in the first byte.
  return keccak256(concatHex(['0x05', numberToHex(0xc0 + size(items)), items]))
}

type Delegation = { chainId: number; address: Address; nonce: number }

/** A number in RLP: without leading zeros, and zero as no byte at all. */
function encodeNumber(value: number): Hex {
  if (value === 0) return '0x80'
  const digits = value.toString(16)
  const bytes: Hex = `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`
  return value < 0x80 ? bytes : concatHex([numberToHex(0x80 + size(bytes)), bytes])
}
