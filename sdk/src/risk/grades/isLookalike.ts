import type { Address } from 'viem'

/** Hexadecimal characters at each end that wallets show and people compare. */
export const AFFIX_LENGTH = 4

/**
 * Whether an address passes for a known one where only the ends are shown: the first and the last
 * {@link AFFIX_LENGTH} characters agree, the addresses do not. Letter case does not matter.
 *
 * @example
 * isLookalike('0xd9a1c3788d81257612e2581a6ea0ada244853a91', '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91') // true
 */
export function isLookalike(candidate: Address, known: Address): boolean {
  const a = candidate.toLowerCase()
  const b = known.toLowerCase()
  return a !== b && a.slice(0, 2 + AFFIX_LENGTH) === b.slice(0, 2 + AFFIX_LENGTH) && a.endsWith(b.slice(-AFFIX_LENGTH))
}
