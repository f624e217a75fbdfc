import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CanonicalValue, canonicalJson } from './canonicalJson.js'

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
)
const value = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Surrogate}/u.test(text) && text !== '__proto__'),
      tie('value'),
      { maxKeys: 5 },
    ),
  ),
})).value

test('property: agrees with JSON, and has exactly one form', () => {
  fc.assert(
    fc.property(value, (given) => {
      const text = canonicalJson(given)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(given)))
      expect(canonicalJson(JSON.parse(text))).toBe(text)
    }),
    runs(1_000),
  )
})

test('property: the order of keys and absent fields make no difference', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), leaf), (given) => {
      const turned = Object.fromEntries([...Object.entries(given).reverse(), ['zzzzzzzzzzzz', undefined]])
      expect(canonicalJson(turned)).toBe(canonicalJson(given))
    }),
    runs(1_000),
  )
})

test('behavior: bigints are decimal text', () => {
  expect(canonicalJson({ b: 2n ** 200n, a: [-1n, 0n, -0] })).toBe(`{"a":["-1","0",0],"b":"${2n ** 200n}"}`)
})

test.each([1.5, Number.NaN, 2 ** 53, '\ud800'])('error: %s has no canonical form', (given) => {
  expect(() => canonicalJson([given])).toThrow(TypeError)
})
