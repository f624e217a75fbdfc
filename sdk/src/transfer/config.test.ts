import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import {
  defineConfig,
  type IntegratorConfig,
  MAX_FEE_BPS,
  MAX_RECALL_WINDOW_SECONDS,
  recommendTransferMode,
} from './config.js'

const feeRecipient: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

test('default: one hour, no fee, protect from 10 USDC, warn', () => {
  expect(defineConfig()).toEqual({
    recallWindow: 3600,
    claimMode: 'CODE',
    feeBps: 0,
    feeRecipient: '0x0000000000000000000000000000000000000000',
    minProtectedAmount: 10_000_000n,
    onWarning: 'warn',
  })
})

test('behavior: the bounds themselves are allowed', () => {
  expect(defineConfig({ recallWindow: 1 }).recallWindow).toBe(1)
  expect(defineConfig({ recallWindow: MAX_RECALL_WINDOW_SECONDS }).recallWindow).toBe(604_800)
  expect(defineConfig({ feeBps: MAX_FEE_BPS, feeRecipient }).feeBps).toBe(100)
  expect(defineConfig({ minProtectedAmount: 0n }).minProtectedAmount).toBe(0n)
})

describe('error', () => {
  test.each<[string, Partial<IntegratorConfig>]>([
    ['recallWindow', { recallWindow: 0 }],
    ['recallWindow', { recallWindow: -1 }],
    ['recallWindow', { recallWindow: 1.5 }],
    ['recallWindow', { recallWindow: Number.NaN }],
    ['recallWindow', { recallWindow: 604_801 }],
    ['feeBps', { feeBps: 101, feeRecipient }],
    ['feeBps', { feeBps: -1, feeRecipient }],
    ['feeBps', { feeBps: 0.5, feeRecipient }],
    ['feeRecipient', { feeBps: 1 }],
    ['claimMode', { claimMode: 'SIGNATURE' as const }],
    ['claimMode', { claimMode: 'REGISTERED' as const }],
    ['minProtectedAmount', { minProtectedAmount: -1n }],
    ['onWarning', { onWarning: 'ignore' as 'warn' }],
  ])('%s: %o', (parameter, input) => {
    try {
      defineConfig(input)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError)
      expect((error as InvalidInputError).parameter).toBe(parameter)
    }
  })

  test('a fee recipient with a wrong checksum', () => {
    expect(() => defineConfig({ feeRecipient: '0x90F79bf6EB2c4f870365E785982E1f101E93B906' })).toThrow(
      InvalidAddressError,
    )
  })
})

test('recommendTransferMode: plain under the threshold, protected from it on', () => {
  const config = defineConfig({ minProtectedAmount: 10n })
  expect(recommendTransferMode(config, 9n)).toBe('plain')
  expect(recommendTransferMode(config, 10n)).toBe('protected')
})
