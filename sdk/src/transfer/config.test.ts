import { type Address, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import {
  defineConfig,
  type IntegratorConfig,
  MAX_FEE_BPS,
  MAX_RECALL_WINDOW_SECONDS,
  RELEASE_ABOVE,
  recommendClaimMode,
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

test('behavior: an undefined term is one left out', () => {
  const chosen: Partial<Record<'window', number>> = {}
  expect(defineConfig({ recallWindow: chosen.window, feeRecipient: undefined })).toEqual(defineConfig())
})

test('behavior: the bounds themselves are allowed', () => {
  expect(defineConfig({ recallWindow: 1 }).recallWindow).toBe(1)
  expect(defineConfig({ recallWindow: MAX_RECALL_WINDOW_SECONDS }).recallWindow).toBe(604_800)
  expect(defineConfig({ feeBps: MAX_FEE_BPS, feeRecipient }).feeBps).toBe(100)
  expect(defineConfig({ minProtectedAmount: 0n }).minProtectedAmount).toBe(0n)
})

describe('error', () => {
  const windowOf = (seconds: number) => `A recall window of ${seconds} seconds is not a whole number from 1 to 604800.`
  const feeOf = (bps: number) => `A fee of ${bps} bps is not a whole number from 0 to 100.`
  const threshold = 'The protection threshold is not a bigint of 0 or more.'
  test.each<[string, Partial<IntegratorConfig>, string]>([
    ['recallWindow', { recallWindow: 0 }, windowOf(0)],
    ['recallWindow', { recallWindow: -1 }, windowOf(-1)],
    ['recallWindow', { recallWindow: 1.5 }, windowOf(1.5)],
    ['recallWindow', { recallWindow: Number.NaN }, windowOf(Number.NaN)],
    ['recallWindow', { recallWindow: 604_801 }, windowOf(604_801)],
    ['feeBps', { feeBps: 101, feeRecipient }, feeOf(101)],
    ['feeBps', { feeBps: -1, feeRecipient }, feeOf(-1)],
    ['feeBps', { feeBps: 0.5, feeRecipient }, feeOf(0.5)],
    ['feeRecipient', { feeBps: 1 }, 'A fee of 1 bps needs a recipient.'],
    [
      'claimMode',
      { claimMode: 'SIGNATURE' as const },
      'Claim mode SIGNATURE is reserved; CODE, KEY and KEY_RELEASE are accepted.',
    ],
    [
      'claimMode',
      { claimMode: 'REGISTERED' as const },
      'Claim mode REGISTERED is reserved; CODE, KEY and KEY_RELEASE are accepted.',
    ],
    [
      'claimMode',
      { claimMode: 'toString' as 'CODE' },
      'Claim mode toString is reserved; CODE, KEY and KEY_RELEASE are accepted.',
    ],
    ['minProtectedAmount', { minProtectedAmount: -1n }, threshold],
    ['minProtectedAmount', { minProtectedAmount: 1 as never }, threshold],
    ['onWarning', { onWarning: 'ignore' as 'warn' }, '`onWarning` is ignore, not `warn` or `block`.'],
  ])('%s: %o', (parameter, input, shortMessage) => {
    expect(() => defineConfig(input)).toThrow(InvalidInputError)
    expect(() => defineConfig(input)).toThrow(expect.objectContaining({ parameter, shortMessage }))
  })

  test('a fee recipient with a wrong checksum', () => {
    const wrong = () => defineConfig({ feeRecipient: '0x90F79bf6EB2c4f870365E785982E1f101E93B906' })
    expect(wrong).toThrow(InvalidAddressError)
    expect(wrong).toThrow(expect.objectContaining({ parameter: 'feeRecipient' }))
  })
})

test('recommendTransferMode: plain under the threshold, protected from it on', () => {
  const config = defineConfig({ minProtectedAmount: 10n })
  expect(recommendTransferMode(config, 9n)).toBe('plain')
  expect(recommendTransferMode(config, 10n)).toBe('protected')
})

test('our applications use keys, and releases for open transfers above 100 USDC', () => {
  expect(RELEASE_ABOVE).toBe(100_000_000n)
  expect(recommendClaimMode({ to: feeRecipient, amount: 10n ** 12n })).toBe('KEY')
  expect(recommendClaimMode({ to: zeroAddress, amount: RELEASE_ABOVE })).toBe('KEY')
  expect(recommendClaimMode({ to: zeroAddress, amount: RELEASE_ABOVE + 1n })).toBe('KEY_RELEASE')
})
