import { describe, expect, test } from 'vitest'
import type { RiskLevel } from '../errors/risk.js'
import { type Advisory, clampVerdict } from './clampVerdict.js'

const levels: RiskLevel[] = ['safe', 'warning', 'block']
const advise = (level: RiskLevel): Advisory => ({ level, headline: 'Looks fine', points: ['Old address'] })

describe('clampVerdict', () => {
  test('default: the worse of the two levels, the words as they were', () => {
    for (const [i, rule] of levels.entries())
      for (const [j, opinion] of levels.entries())
        expect(clampVerdict(rule, advise(opinion))).toEqual({ ...advise(opinion), level: levels[Math.max(i, j)] })
  })

  test('behavior: an unknown level is ignored', () => {
    expect(clampVerdict('warning', advise('SAFE' as RiskLevel)).level).toBe('warning')
  })

  test('behavior: does not change its argument', () => {
    const given = Object.freeze(advise('safe'))
    expect(clampVerdict('block', given)).not.toBe(given)
    expect(given.level).toBe('safe')
  })
})
