import vectors from '@holdfast/contracts/vectors/protected-transfer.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import {
  CLAIM_SECRET_BITS,
  formatSecret,
  fromSecret,
  generateClaimCode,
  hashClaim,
  normaliseSecret,
  saltFromSecret,
} from './claimSecret.js'

describe('vectors shared with the contract', () => {
  test.each(vectors.claimSecrets)('$secret', ({ secret, code, salt, claimHash }) => {
    expect(fromSecret(secret)).toEqual({ secret, code, salt, claimHash })
    expect(saltFromSecret(code)).toBe(salt)
    expect(hashClaim(salt as `0x${string}`, code)).toBe(claimHash)
  })
})

describe('generateClaimCode', () => {
  test('default: a secret of 80 bits that leads back to itself', () => {
    const made = generateClaimCode()
    expect(made.secret).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(fromSecret(made.secret)).toEqual(made)
    expect(CLAIM_SECRET_BITS).toBe(80)
  })

  test('behavior: every character of the alphabet occurs, no two secrets are equal', () => {
    const made = Array.from({ length: 500 }, () => generateClaimCode().code)
    expect(new Set(made).size).toBe(500)
    expect([...new Set(made.join(''))].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
  })
})

describe('normaliseSecret', () => {
  test.each([
    ['0123-4567-89AB-CDEF', '0123456789ABCDEF'],
    [' 0123 4567 89ab cdef ', '0123456789ABCDEF'],
    ['o1l3-i567-89ab-cdef', '0113156789ABCDEF'],
    ['0123456789abcdef', '0123456789ABCDEF'],
    ['01-23456789abcd-ef', '0123456789ABCDEF'],
    ['0123\u20134567\u201389AB\u2011CDEF', '0123456789ABCDEF'],
  ])('default: %s', (input, code) => {
    expect(normaliseSecret(input)).toBe(code)
  })

  test.each([
    '',
    '0123',
    '0123-4567-89AB-CDEFG',
    '0123-4567-89AB-CDEU',
    '0123_4567_89AB_CDEF',
    '０１２３-4567-89AB-CDEF',
    '0123-4567-89AB-CDß',
    'ı123-4567-89AB-CDEF',
    '0123-4567-89AB-CDEſ',
    '0123-4567-89AB-CDﬁ',
  ])('error: "%s" is malformed', (input) => {
    expect(normaliseSecret(input)).toBeNull()
  })

  test.each([undefined, null, 123])('error: %s is not text', (input) => {
    expect(normaliseSecret(input as never)).toBeNull()
  })
})

test('formatSecret groups by four', () => {
  expect(formatSecret('0123456789abcdef')).toBe('0123-4567-89AB-CDEF')
})

test('error: a malformed secret is refused, and not repeated', () => {
  const wrong = 'MY-SECRET-WITH-U-IN-IT'
  for (const refuse of [fromSecret, formatSecret, saltFromSecret]) {
    expect(() => refuse(wrong)).toThrow(InvalidInputError)
    expect(() => refuse(wrong)).toThrow('A claim secret is 16 letters and digits; this one is not.')
    try {
      refuse(wrong)
    } catch (error) {
      expect(String(error)).not.toContain(wrong)
    }
  }
})

test('error: a salt that is not 32 bytes', () => {
  for (const salt of ['0x1234', `0x${'g'.repeat(64)}`, `0x${'1'.repeat(63)}`, `0x${'1'.repeat(66)}`] as const)
    expect(() => hashClaim(salt, '0123456789ABCDEF')).toThrow('The salt is not 32 bytes of hex.')
})

test('error: a code that is not text', () => {
  expect(() => hashClaim(`0x${'1'.repeat(64)}`, undefined as never)).toThrow(InvalidInputError)
})
