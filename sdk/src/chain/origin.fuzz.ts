import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { parseOrigin } from './origin.js'

test('property: an origin is refused, or returned without path and query', () => {
  const near = fc
    .tuple(
      fc.constantFrom('https://', 'http://', 'HTTPS://', 'javascript:', 'data:', ' https://', 'https:'),
      fc.oneof(fc.domain(), fc.ipV4(), fc.constantFrom('localhost', '[::1]', '127.0.0.1', 'user@pay.example')),
      fc.constantFrom('', ':8443', ':443', '/', '/app', '?x', '#x', '\n', '\\evil.example'),
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(near, fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
      let origin: string
      try {
        origin = parseOrigin(text)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInputError)
        return
      }
      expect(text.replace(/\/$/, '')).toBe(origin)
      expect(origin).toMatch(/^https:\/\/[^/?#@\s\\]+$|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/)
      expect(parseOrigin(origin)).toBe(origin)
    }),
    runs(300),
  )
})
