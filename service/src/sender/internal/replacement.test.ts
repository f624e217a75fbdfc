import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Attempt } from './PendingTransaction.js'
import { emptyOffer, PLAIN_GAS, raisedOffer } from './replacement.js'

const gwei = 10n ** 9n
const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  hash: '0x01',
  raw: '0x02',
  gas: 100_000n,
  maxFee: 40n * gwei,
  tip: 3n,
  carries: true,
  ...changes,
})
const fees = (maxFee: bigint) => ({ baseFee: maxFee / 2n, tip: 0n, maxFee })
const ceiling = { maxFeePerGas: 1_000n * gwei, budget: 100_000n }

describe('raisedOffer', () => {
  test('default: a quarter more, rounded up, for the same gas', () => {
    expect(raisedOffer(attempt(), 1, 0n, ceiling)).toEqual({ maxFee: 50n * gwei, tip: 4n, gas: 100_000n })
  })

  test('property: a node that requires a tenth more of both fees accepts it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 700n * gwei }), fc.bigInt({ min: 0n, max: gwei }), (maxFee, tip) => {
        const offer = raisedOffer(attempt({ maxFee, tip, gas: 21_000n }), 1, 0n, ceiling)
        if (!offer) return
        expect(offer.maxFee * 10n).toBeGreaterThanOrEqual(maxFee * 11n)
        expect(offer.tip * 10n).toBeGreaterThanOrEqual(tip * 11n)
        expect(offer.maxFee).toBeLessThanOrEqual(ceiling.maxFeePerGas)
      }),
      runs(1_000),
    )
  })

  test.each<[string, Parameters<typeof raisedOffer>]>([
    ['after five raises', [attempt(), 6, 0n, ceiling]],
    ['for a job that has ended', [attempt(), 1, 0n, { ...ceiling, budget: undefined }]],
    ['beyond the budget', [attempt(), 1, 0n, { ...ceiling, budget: 4_999n }]],
    ['beyond the budget with its value', [attempt(), 1, 95_001n, ceiling]],
    ['when the step after it exceeds the ceiling', [attempt(), 1, 0n, { ...ceiling, maxFeePerGas: 62n * gwei }]],
  ])('behavior: none %s', (_, parameters) => {
    expect(raisedOffer(...parameters)).toBeUndefined()
  })
})

describe('emptyOffer', () => {
  test('default: the current fees, at least what replaces the attempt', () => {
    expect(emptyOffer(attempt(), 6, fees(300n * gwei), ceiling)).toEqual({
      maxFee: 300n * gwei,
      tip: 4n,
      gas: PLAIN_GAS,
    })
    expect(emptyOffer(attempt(), 6, fees(10n * gwei), ceiling)?.maxFee).toBe(50n * gwei)
  })

  test('behavior: never above the ceiling, nor above the budget', () => {
    expect(emptyOffer(attempt(), 6, fees(2_000n * gwei), ceiling)?.maxFee).toBe(ceiling.maxFeePerGas)
    expect(emptyOffer(attempt(), 6, fees(300n * gwei), { ...ceiling, budget: 2_100n })?.maxFee).toBe(100n * gwei)
    expect(emptyOffer(attempt(), 6, fees(300n * gwei), { ...ceiling, budget: 0n })).toBeUndefined()
  })

  test('behavior: no offer that a node would refuse as the replacement of an empty one', () => {
    const empty = attempt({ carries: false })
    expect(emptyOffer(empty, 7, fees(40n * gwei), ceiling)).toBeUndefined()
    expect(emptyOffer(empty, 7, fees(60n * gwei), ceiling)?.maxFee).toBe(60n * gwei)
  })
})
