import type { Address, Hex } from 'viem'

/**
 * Whether the data names a token.
 *
 * An address of mostly zeros, such as Arc's USDC, is looked for only where an encoding holds addresses: elsewhere a small
 * number before an empty word would look like it.
 */
export function namesToken(data: Hex, token: string): boolean {
  const wanted = token.slice(2)
  const isSparse = wanted.endsWith('0'.repeat(16))
  for (let at = data.indexOf(wanted, 2); at >= 0; at = data.indexOf(wanted, at + 1)) {
    const byte = (at - 2) / 2
    if (!Number.isInteger(byte)) continue
    // In a word after the selector, in one of an inner call's, or of data without selector.
    if (!isSparse || [12, 16, 20].includes(byte % 32)) return true
  }
  return false
}

/** Most addresses that are collected. */
const maxNamed = 256

/**
 * Every word that looks like an address: 12 empty bytes, then a number too large for an amount. Words begin at the start, after
 * a selector, and after the selector of an inner call.
 */
export function namedAddresses(data: Hex): Address[] {
  const found = new Set<Address>()
  for (const first of [0, 4, 8])
    for (let at = 2 + first * 2; at + 64 <= data.length; at += 64) {
      if (!data.startsWith(emptyHead, at) || data.startsWith(smallHead, at)) continue
      found.add(`0x${data.slice(at + 24, at + 64)}`)
      if (found.size >= maxNamed) return [...found]
    }
  return [...found]
}

const emptyHead = '0'.repeat(24)
/** A number below 2^128. */
const smallHead = '0'.repeat(32)

/** Precompiles, and marks that name no account. */
export function isReserved(address: string): boolean {
  return BigInt(address) <= 0xffffn
}

/** Stands for the chain's coin where a token is named. */
export const coinMark = `0x${'e'.repeat(40)}` as const
