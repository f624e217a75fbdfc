import { expect, test } from 'vitest'
import { nameOf } from './nameOf.js'

test.each([
  ['Rabby Wallet', 'Rabby Wallet'],
  ['Meta\u202eksaM', 'Meta ksaM'],
  ['Meta\u200bMask', 'Meta Mask'],
  ['a\nb\tc', 'a b c'],
  ['<b>x</b>', '<b>x</b>'],
  ['\u202e\u200b', '?'],
  ['', '?'],
  ['x'.repeat(41), `${'x'.repeat(39)}…`],
])('%j is shown as %j', (name, shown) => {
  expect(nameOf(name)).toBe(shown)
})
