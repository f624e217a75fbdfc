import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ceilingsFor, toppedUp } from './fees.js'

const amount = fc.bigInt(0n, 10n ** 12n)
const estimate = fc
  .record({
    baseFee: amount,
    forwardingFee: amount,
    transferFee: amount,
    maxBlockHeight: fc.bigInt(0n, 2n ** 256n - 1n),
  })
  .map(({ transferFee, ...fees }) => ({
    ...fees,
    maxFee: fees.baseFee + fees.forwardingFee,
    totalFee: fees.baseFee + fees.forwardingFee + transferFee,
  }))

test('property: the ceiling has headroom for every fee, and at least 0.005 USDC', () => {
  fc.assert(
    fc.property(estimate, (quoted) => {
      const { maxFee, quotedFee, maxBlockHeight } = ceilingsFor(quoted)
      expect(quotedFee).toBe(quoted.totalFee)
      const gas = quoted.baseFee + quoted.forwardingFee
      expect(maxFee - quotedFee).toBe(gas > 5_000n ? gas : 5_000n)
      // A drift of 15 % in every fee of gas is covered.
      expect(maxFee).toBeGreaterThanOrEqual(quotedFee + (gas * 15n) / 100n)
      expect(maxBlockHeight).toBeGreaterThanOrEqual(quoted.maxBlockHeight)
      expect(maxBlockHeight).toBeLessThan(2n ** 256n)
    }),
    runs(100),
  )
})

test('property: a ceiling is never raised by more than the quoted fee, 0.10 USDC, or past the limit', () => {
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.bigInt(-10n, 400_000n),
      fc.option(amount, { nil: undefined }),
      (headroom, quotedFee, additional, limit) => {
        const signed = { maxFee: quotedFee + headroom, quotedFee }
        const raised = toppedUp(signed, additional, limit)
        if (raised === undefined) return
        expect(raised).toBe(signed.maxFee + additional)
        expect(additional).toBeGreaterThan(0n)
        expect(additional).toBeLessThanOrEqual(100_000n)
        expect(additional).toBeLessThanOrEqual(quotedFee)
        if (limit !== undefined) expect(raised).toBeLessThanOrEqual(limit)
      },
    ),
    runs(100),
  )
})

test('a ceiling is raised by what was asked for, up to the bounds', () => {
  const signed = { maxFee: 60_000n, quotedFee: 50_000n }
  expect(toppedUp(signed, 565n, undefined)).toBe(60_565n)
  expect(toppedUp(signed, 50_000n, undefined)).toBe(110_000n)
  expect(toppedUp(signed, 50_001n, undefined)).toBeUndefined()
  expect(toppedUp({ maxFee: 300_000n, quotedFee: 200_000n }, 100_000n, undefined)).toBe(400_000n)
  expect(toppedUp({ maxFee: 300_000n, quotedFee: 200_000n }, 100_001n, undefined)).toBeUndefined()
  expect(toppedUp(signed, 565n, 60_564n)).toBeUndefined()
  expect(toppedUp(signed, 0n, undefined)).toBeUndefined()
})
