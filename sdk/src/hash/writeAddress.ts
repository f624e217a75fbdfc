import type { Address } from 'viem'
import { keccak256 } from './keccak256.js'

// `as number`: the address has 20 bytes, its digits are 40, the hash has 32.

const digits = /* @__PURE__ */ new Uint8Array(40)

/** Writes the 20 bytes of an address with the checksum of EIP-55. */
export function writeAddress(bytes: Uint8Array): Address {
  for (let index = 0; index < 20; index++) {
    const byte = bytes[index] as number
    digits[2 * index] = digitCode(byte >> 4)
    digits[2 * index + 1] = digitCode(byte & 15)
  }
  const hash = keccak256(digits)
  let text = '0x'
  for (let index = 0; index < 40; index++) {
    const code = digits[index] as number
    const isCapital = code > 57 && ((hash[index >> 1] as number) >> (index & 1 ? 3 : 7)) & 1
    text += String.fromCharCode(isCapital ? code - 32 : code)
  }
  // Two characters and 40 digits, as written above.
  return text as Address
}

/** A digit from 0 to 15 as a small letter. */
function digitCode(digit: number): number {
  return digit < 10 ? 48 + digit : 87 + digit
}
