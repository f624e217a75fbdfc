import type { Hex } from 'viem'

/** Hex in lower case. */
export function lowerCase(hex: Hex): Hex {
  return `0x${hex.slice(2).toLowerCase()}`
}
