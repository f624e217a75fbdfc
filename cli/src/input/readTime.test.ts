import { describe, expect, test } from 'vitest'
import { readMoment, readSpan, writeMoment, writeSpan } from './readTime.js'

describe('readSpan', () => {
  test.each([
    ['1s', 1],
    ['90s', 90],
    ['15m', 900],
    ['12h', 43_200],
    ['30d', 2_592_000],
  ])('%s', (text, seconds) => expect(readSpan('--every', text)).toBe(seconds))

  test.each([undefined, '', '0s', '-1h', '1.5h', '12', 'h', '1w', '1 h', '9999999999d'] as const)('error: %s', (text) =>
    expect(() => readSpan('--every', text)).toThrow('not a span of time'),
  )
})

test('writeSpan takes the largest unit that leaves nothing over', () => {
  expect([1, 60, 90, 3_600, 86_400, 172_800].map(writeSpan)).toEqual([
    '1 second',
    '1 minute',
    '90 seconds',
    '1 hour',
    '1 day',
    '2 days',
  ])
})

describe('readMoment', () => {
  const now = 1_800_000_000

  test.each([
    ['1h', now + 3_600],
    ['2027-01-31T12:00:00Z', 1_801_396_800],
    ['2027-01-31T14:00+02:00', 1_801_396_800],
  ])('%s', (text, expected) => expect(readMoment('--expires', text, now)).toBe(expected))

  test.each([
    ['tomorrow', 'which is not a time'],
    ['2027-01-31', 'which is not a time'],
    ['2027-01-31T12:00:00', 'which is not a time'],
    ['2027-13-31T12:00:00Z', 'which is not a time'],
    ['1800000001', 'which is not a time'],
    ['2020-01-01T00:00:00Z', 'is in the past'],
    [writeMoment(now), 'is in the past'],
    [undefined, 'is missing'],
  ])('error: %s', (text, why) => expect(() => readMoment('--expires', text, now)).toThrow(why))
})
