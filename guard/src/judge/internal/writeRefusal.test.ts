import type { RiskReport } from '@holdfast/sdk/risk'
import { describe, expect, test } from 'vitest'
import { writeRefusal } from './writeRefusal.js'

const payee = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const reportOf = (...reasons: object[]) => ({ target: payee, reasons }) as unknown as RiskReport // All that is read.
const block = { severity: 'block', message: 'It is a bait.' }

describe('writeRefusal', () => {
  test('a lookalike, with as many digits as show the difference', () => {
    const text = (lookalikeOf: string) => writeRefusal({ report: reportOf(block, { ...block, lookalikeOf }) })
    expect(text('0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91')).toBe(
      'Holdfast: 0xd9A1C3..3a91 resembles 0xd9A1b0..3a91, which you know. Not the same.',
    )
    // They part at the eighth digit.
    expect(text('0xd9A1C37FFF81257612E2581A6ea0aDa244853a91')).toContain(
      '0xd9A1C3788..3a91 resembles 0xd9A1C37FF..3a91',
    )
    // At most fourteen.
    expect(text('0xd9a1c3788d81257612e2ffffffffffffffff3a91')).toContain('0xd9A1C3788D8125..3a91 resembles')
  })

  test('a finding: the first that blocks, else the first', () => {
    const warning = { severity: 'warning', message: 'It is new.' }
    expect(writeRefusal({ report: reportOf(warning, block) })).toBe('Holdfast: 0xd9A1C3..3a91: It is a bait.')
    expect(writeRefusal({ report: reportOf({ ...warning, lookalikeOf: payee }) })).toContain(': It is new.')
    expect(writeRefusal({ report: reportOf() })).toBe('Holdfast: 0xd9A1C3..3a91: refused.')
  })

  test('a sentence, a wait, a permission that does not fit, a hint', () => {
    expect(writeRefusal({})).toBe('Holdfast: refused.')
    expect(writeRefusal({ sentence: 'No.', code: 'grant_used', hint: 'Ask.' })).toBe(
      'Holdfast: No. Another transaction has used the permission. Ask.',
    )
    expect(writeRefusal({ sentence: 'No.', code: 'grant_mismatch' })).toContain(
      'Another payment was allowed, not this one.',
    )
    expect(writeRefusal({ waitsFor: payee, retryAfterMs: 1_001 })).toContain(
      '0xd9A1C3..3a91 is not complete. Try again in 2 s.',
    )
    expect(writeRefusal({ waitsFor: payee, retryAfterMs: 0 })).toContain('Try again in 1 s.')
    expect(writeRefusal({ waitsFor: payee })).toContain('Try again later.')
  })

  test('one line of plain ASCII', () => {
    expect(writeRefusal({ sentence: 'a\n\tb “c”' })).toBe('Holdfast: a b ?c?')
  })
})
