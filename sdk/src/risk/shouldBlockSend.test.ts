import { expect, test } from 'vitest'
import type { RiskLevel } from '../errors/risk.js'
import { shouldBlockSend } from './shouldBlockSend.js'

test.each([
  ['warn', 'safe', false],
  ['warn', 'warning', false],
  ['warn', 'block', true],
  ['block', 'safe', false],
  ['block', 'warning', true],
  ['block', 'block', true],
] as const)('onWarning %s, level %s: %s', (onWarning, level, expected) => {
  expect(shouldBlockSend({ onWarning }, level)).toBe(expected)
})

test('behavior: an unknown level stops the payment', () => {
  expect(shouldBlockSend({ onWarning: 'warn' }, 'fine' as RiskLevel)).toBe(true)
})
