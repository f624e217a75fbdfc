import { describe, expect, test } from 'vitest'
import { indexEnds, isSimilar, sharedEnds, surprise } from './similarity.js'

const a = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'
const b = '0xd9a1c3788d81257612e2581a6ea0ada244853a91'

describe('sharedEnds', () => {
  test('default', () => {
    expect(sharedEnds(a, b)).toEqual({ prefix: 4, suffix: 6 })
    expect(sharedEnds(a, a.replace('d9', 'e9').replace('91', '92'))).toEqual({ prefix: 0, suffix: 0 })
  })

  test('behavior: ends at forty characters', () => {
    expect(sharedEnds(a, a)).toEqual({ prefix: 40, suffix: 40 })
  })
})

describe('surprise', () => {
  test('default: four bits a character, less the number of addresses', () => {
    expect(surprise(a, { prefix: 3, suffix: 4 }, 1)).toBe(28)
    expect(surprise(a, { prefix: 3, suffix: 4 }, 100)).toBeCloseTo(21.36)
    expect(surprise(a, { prefix: 0, suffix: 0 }, 1)).toBe(0)
  })

  test('behavior: a run of three or more counts as one character, a pair as two', () => {
    expect(surprise(`0x${'0'.repeat(8)}${'1'.repeat(32)}`, { prefix: 8, suffix: 0 }, 1)).toBe(4)
    expect(surprise(`0xb2${'0'.repeat(20)}3779298b7eb3d8d501`, { prefix: 22, suffix: 4 }, 1)).toBe(28)
    expect(surprise(`0xaab${'1'.repeat(37)}`, { prefix: 3, suffix: 0 }, 1)).toBe(12)
  })
})

describe('isSimilar', () => {
  test('default: six characters, in a split that is shown or at one end', () => {
    const splits = Array.from({ length: 7 }, (_, suffix) => ({ prefix: 6 - suffix, suffix }))
    expect(splits.filter(isSimilar).map(({ suffix }) => suffix)).toEqual([0, 2, 3, 4, 6])
    expect(isSimilar({ prefix: 1, suffix: 6 })).toBe(true)
    expect(isSimilar({ prefix: 2, suffix: 3 })).toBe(false)
  })

  test('behavior: seven characters are enough in whatever split', () => {
    const splits = Array.from({ length: 8 }, (_, suffix) => ({ prefix: 7 - suffix, suffix }))
    expect(splits.every(isSimilar)).toBe(true)
  })
})

describe('indexEnds', () => {
  /** Hexadecimal characters that never change, many of them alike. */
  const makeAddress = (i: number) => {
    let state = i * 2_654_435_761 + 12_345
    const next = (range: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return (state >>> 8) % range
    }
    const end = () => Array.from({ length: 7 }, () => next(3).toString(16)).join('')
    return `0x${end()}${i.toString(16).padStart(26, '0')}${end()}`
  }

  test('behavior: finds exactly what a comparison with each one finds', () => {
    const items = Array.from({ length: 2_000 }, (_, i) => ({ address: makeAddress(i) }))
    const search = indexEnds(items)
    let found = 0
    for (const { address } of items.slice(0, 200)) {
      const expected = items.filter(
        (other) => other.address !== address && isSimilar(sharedEnds(address, other.address)),
      )
      const actual = search(address)
      expect(new Set(actual)).toEqual(new Set(expected))
      expect(actual).toHaveLength(expected.length)
      found += actual.length
    }
    expect(found).toBeGreaterThan(100)
  })

  test('behavior: an empty list', () => {
    expect(indexEnds([])(a)).toEqual([])
  })
})
