import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { findNearMisses } from './findNearMisses.js'

const target = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
/** Shares so many characters with the target at each end. */
const alike = (prefix: number, suffix: number) =>
  `${target.slice(0, 2 + prefix)}${'7'.repeat(40 - prefix - suffix)}${target.slice(42 - suffix)}`.toLowerCase() as Address

describe('findNearMisses', () => {
  test('default: two or more at both ends, the most alike first, each as it was given', () => {
    expect(findNearMisses(target, [alike(2, 2), alike(9, 3), alike(3, 5)])).toEqual([
      { counterparty: alike(9, 3), sharedPrefix: 9, sharedSuffix: 3 },
      { counterparty: alike(3, 5), sharedPrefix: 3, sharedSuffix: 5 },
      { counterparty: alike(2, 2), sharedPrefix: 2, sharedSuffix: 2 },
    ])
  })

  test('behavior: neither fewer, nor a match at both ends, nor the target itself', () => {
    const others: Address[] = [
      alike(1, 9),
      alike(9, 1),
      alike(4, 4),
      alike(6, 8),
      target,
      target.toLowerCase() as Address,
    ]
    expect(findNearMisses(target, others)).toEqual([])
    expect(findNearMisses(target, [])).toEqual([])
  })
})
