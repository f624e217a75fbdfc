import type { Hex } from 'viem'
import { concatHex, hexToBigInt, hexToNumber, numberToHex, size, slice } from 'viem/utils'

/**
 * A signature by a key in 65 bytes with a `v` of 27 or 28, as contracts and the service want it: some wallets give 64 bytes
 * (EIP-2098), others write 0 and 1. Whether it is a signature of anything is not judged.
 *
 * @returns `undefined` for bytes that cannot be one.
 */
export function fullSignature(signature: Hex): Hex | undefined {
  // Still hex, which the type of text forgets.
  const bytes = signature.toLowerCase() as Hex
  if (size(bytes) === 64) {
    // The highest bit of s, which a low s does not need, is the parity.
    const s = hexToBigInt(slice(bytes, 32))
    return join(slice(bytes, 0, 32), numberToHex(s % highest, { size: 32 }), s >= highest ? 1 : 0)
  }
  const parity = size(bytes) === 65 ? parityOf(hexToNumber(slice(bytes, 64))) : undefined
  return parity === undefined ? undefined : join(slice(bytes, 0, 32), slice(bytes, 32, 64), parity)
}

const highest = 1n << 255n

function join(r: Hex, s: Hex, parity: number): Hex {
  return concatHex([r, s, numberToHex(27 + parity)])
}

/** Of the last byte: 0 and 1, 27 and 28, or with a chain in it (EIP-155). */
function parityOf(v: number): number | undefined {
  if (v <= 1) return v
  if (v === 27 || v === 28) return v - 27
  return v >= 35 ? (v - 35) % 2 : undefined
}
