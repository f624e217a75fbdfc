import { describe, expect, test } from 'vitest'
import { AFFIX_LENGTH, isLookalike } from './isLookalike.js'

const genuine = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'

describe('isLookalike', () => {
  test('constant: four characters at each end', () => {
    expect(AFFIX_LENGTH).toBe(4)
  })

  test('behavior: a theft of May 2024, four and six characters equal', () => {
    expect(isLookalike('0xd9a1c3788d81257612e2581a6ea0ada244853a91', genuine)).toBe(true)
  })

  test.each([
    ['the same address', genuine],
    ['the same address in other letters', `0x${genuine.slice(2).toUpperCase()}`],
    ['three leading characters', '0xd9afc3788d81257612e2581a6ea0ada244853a91'],
    ['three trailing characters', '0xd9a1c3788d81257612e2581a6ea0ada244852a91'],
    ['nothing', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ] as const)('behavior: is not, with %s', (_, candidate) => {
    expect(isLookalike(candidate as `0x${string}`, genuine)).toBe(false)
  })
})
