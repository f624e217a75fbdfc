import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSecret, fromSecret, generateClaimCode, normaliseSecret } from './claimSecret.js'

const secret = fc.constant(null).map(() => generateClaimCode().code)

test('property: grouping, case and misread letters lead to the same secret', () => {
  fc.assert(
    fc.property(
      secret,
      fc.array(fc.nat(16), { maxLength: 6 }),
      fc.array(fc.boolean(), { minLength: 16 }),
      (code, cuts, lower) => {
        const misread = [...code].map((character, index) => {
          const seen =
            character === '0' && lower[index] ? 'O' : character === '1' ? (lower[index] ? 'l' : 'I') : character
          return lower[index] ? seen.toLowerCase() : seen
        })
        for (const cut of cuts) misread.splice(cut, 0, cut % 2 ? '-' : ' ')
        expect(normaliseSecret(misread.join(''))).toBe(code)
      },
    ),
    runs(100),
  )
})

test('property: format and normalise are inverses', () => {
  fc.assert(
    fc.property(secret, (code) => {
      expect(normaliseSecret(formatSecret(code))).toBe(code)
      expect(fromSecret(formatSecret(code)).code).toBe(code)
    }),
    runs(100),
  )
})

test('property: hostile text is refused or normalised to sixteen letters and digits, never more', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const code = normaliseSecret(text)
      expect(code === null || /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code)).toBe(true)
    }),
    runs(100),
  )
})
