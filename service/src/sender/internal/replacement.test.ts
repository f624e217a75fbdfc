import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bump } from '../fees.js'
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

  test('behavior: exactly the budget and exactly the ceiling are allowed, and five raises', () => {
    const offer = { maxFee: 50n * gwei, tip: 4n, gas: 100_000n }
    expect(raisedOffer(attempt(), 5, 0n, { ...ceiling, budget: 5_000n })).toEqual(offer)
    expect(raisedOffer(attempt(), 5, 1_000n, { ...ceiling, budget: 6_000n })).toEqual(offer)
    expect(raisedOffer(attempt(), 5, 0n, { ...ceiling, maxFeePerGas: bump(50n * gwei) })).toEqual(offer)
  })

  test.each<[string, Parameters<typeof raisedOffer>]>([
    ['after five raises', [attempt(), 6, 0n, ceiling]],
    ['for a job that has ended', [attempt(), 1, 0n, { ...ceiling, budget: undefined }]],
    ['beyond the budget', [attempt(), 1, 0n, { ...ceiling, budget: 4_999n }]],
    ['beyond the budget by a part of a base unit', [attempt({ gas: 100_001n }), 1, 0n, { ...ceiling, budget: 5_000n }]],
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

  test('behavior: a job that has ended limits nothing but by the ceiling, and the current tip counts', () => {
    const ended = { ...ceiling, budget: undefined }
    expect(emptyOffer(attempt(), 6, fees(300n * gwei), ended)?.maxFee).toBe(300n * gwei)
    expect(emptyOffer(attempt(), 6, fees(2_000n * gwei), ended)?.maxFee).toBe(ceiling.maxFeePerGas)
    expect(emptyOffer(attempt(), 6, { ...fees(gwei), tip: 9n }, ceiling)?.tip).toBe(9n)
  })

  test('behavior: an empty attempt is raised five times without higher fees of the chain', () => {
    const empty = attempt({ carries: false })
    expect(emptyOffer(empty, 5, fees(gwei), ceiling)?.maxFee).toBe(50n * gwei)
    expect(emptyOffer(empty, 6, fees(gwei), ceiling)).toBeUndefined()
    expect(emptyOffer(empty, 6, fees(50n * gwei), ceiling)?.maxFee).toBe(50n * gwei)
  })

  test('behavior: below the bump only for a call above the ceiling, and never for want of budget', () => {
    const low = { maxFeePerGas: 45n * gwei, budget: 100_000n }
    expect(emptyOffer(attempt(), 6, fees(gwei), low)?.maxFee).toBe(45n * gwei)
    expect(emptyOffer(attempt(), 6, fees(gwei), { ...low, budget: 1_050n })?.maxFee).toBe(45n * gwei)
    expect(emptyOffer(attempt({ carries: false }), 3, fees(gwei), low)).toBeUndefined()
    expect(emptyOffer(attempt(), 6, fees(gwei), { ...ceiling, budget: 1_050n })?.maxFee).toBe(50n * gwei)
    expect(emptyOffer(attempt(), 6, fees(gwei), { ...ceiling, budget: 1_049n })).toBeUndefined()
  })

  test('behavior: no offer that a node would refuse as the replacement of an empty one', () => {
    const empty = attempt({ carries: false })
    expect(emptyOffer(empty, 7, fees(40n * gwei), ceiling)).toBeUndefined()
    expect(emptyOffer(empty, 7, fees(60n * gwei), ceiling)?.maxFee).toBe(60n * gwei)
  })
})
