import { expect, test } from 'vitest'
import { quoteLabel } from './findStealthBoxes.js'

test.each([
  ['rent', '"rent"'],
  ['unconfirmed', '"unconfirmed"'],
  ['', '""'],
  ['rent\n0x8617E340B3D01FA5F11F306F4090FD50E238070D  25 USDC', '"rent 0x8617E340B3D01FA5F11F306F4090FD50E"'],
  ['\u001b[2Jrent\u202e', '" [2Jrent "'],
  ['rent"  0.01 USDC', `"rent'  0.01 USDC"`],
])('%j is shown as %s', (label, shown) => expect(quoteLabel(label)).toBe(shown))
