import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { linkHere } from './linkHere.js'

const link = 'https://pay.example/#/pay/5042002/42/secret'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/', link],
  ['/a/folder/', 'https://pay.example/a/folder/#/pay/5042002/42/secret'],
  ['/a/page.html', 'https://pay.example/a/page.html#/pay/5042002/42/secret'],
  ['/$&/', 'https://pay.example/$&/#/pay/5042002/42/secret'],
])('of a page at %s', (pathname, expected) => {
  vi.stubGlobal('location', { pathname })
  expect(linkHere(link)).toBe(expected)
})

test('no screen writes a link to the root of the host', () => {
  const source = fileURLToPath(new URL('..', import.meta.url))
  const calls = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^gallery/.test(file))
    .flatMap((file) => [
      ...readFileSync(`${source}${file}`, 'utf8').matchAll(/.*\b(?:formatPaymentLink|paymentRequestLink)\(.*/g),
    ])
    .map(([line]) => line.trim())
  expect(calls.length).toBeGreaterThan(2)
  // A QR code is read for this page: of the link only the fragment is taken.
  expect(calls.filter((line) => !/linkHere\(|fragmentOf\(/.test(line))).toEqual([])
})
