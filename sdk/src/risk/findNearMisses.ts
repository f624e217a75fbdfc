import type { Address } from 'viem'
import { sharedEnds } from '../chain/similarity.js'
import { AFFIX_LENGTH } from './grades/isLookalike.js'

/** Characters that must agree at each end before a resemblance is worth a line of evidence. */
const leastDigits = 2

/**
 * Payees that resemble a target a little: two or more characters agree at both ends, but not {@link AFFIX_LENGTH} at
 * both. Evidence for a person who investigates; chance alone produces many of them, so no verdict rests on it.
 *
 * @returns Most characters in common first, in the order given among equals. Neither the target itself nor what
 *   {@link isLookalike} finds is among them.
 * @example
 * findNearMisses('0xd9b00000000000000000000000000000000abc91', ['0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'])
 * // [{ counterparty: '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91', sharedPrefix: 2, sharedSuffix: 2 }]
 */
export function findNearMisses(target: Address, counterparties: readonly Address[]): NearMiss[] {
  const misses: NearMiss[] = []
  const first = target.charCodeAt(2) | 32
  for (const counterparty of counterparties) {
    // Most of a long list differ in the first character, and cost no more than that.
    if ((counterparty.charCodeAt(2) | 32) !== first) continue
    const { prefix, suffix } = sharedEnds(target, counterparty)
    const least = Math.min(prefix, suffix)
    if (least >= leastDigits && least < AFFIX_LENGTH)
      misses.push({ counterparty, sharedPrefix: prefix, sharedSuffix: suffix })
  }
  return misses.sort((a, b) => b.sharedPrefix + b.sharedSuffix - a.sharedPrefix - a.sharedSuffix)
}

/** A payee that resembles a target a little, with the number of characters that agree at each end. */
export type NearMiss = { counterparty: Address; sharedPrefix: number; sharedSuffix: number }
