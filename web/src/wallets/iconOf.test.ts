import { expect, test } from 'vitest'
import { iconOf } from './iconOf.js'

test.each([
  ['data:image/png;base64,AA', true],
  [' data:image/svg+xml,<svg/> ', true],
  ['https://wallet.example/icon.png', false],
  ['data:text/html,<script>', false],
  ['javascript:alert(1)', false],
  [undefined, false],
])('%s is shown: %s', (icon, isShown) => {
  expect(iconOf(icon) !== undefined).toBe(isShown)
})
