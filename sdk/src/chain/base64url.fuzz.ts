import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64Url, encodeBase64Url } from './base64url.js'

test('property: encode and decode are inverses, and agree with the platform', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const text = encodeBase64Url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(decodeBase64Url(text)).toEqual(bytes)
    }),
    runs(200),
  )
})

test('property: hostile text is nothing, or the one spelling of its bytes', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w+/=-]{0,40}$/))
  fc.assert(
    fc.property(text, (given) => {
      const bytes = decodeBase64Url(given)
      expect(bytes === undefined || encodeBase64Url(bytes) === given).toBe(true)
    }),
    runs(500),
  )
})

test('error: padding, the other alphabet, spare bits, a newline at the end', () => {
  for (const text of ['AA==', '+_8', 'AB', 'AAB', 'A', 'AA\n', 'A A', 'ÄA'])
    expect(decodeBase64Url(text)).toBeUndefined()
  expect(decodeBase64Url('AA')).toEqual(new Uint8Array([0]))
})
