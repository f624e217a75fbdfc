import { describe, expect, test } from 'vitest'
import { MONEY } from '../../test/relayStage.js'
import { quoteOf } from './quoteOf.js'

const gwei = 10n ** 9n
const fees = (baseFee: bigint) => ({ baseFee, tip: 0n, maxFee: 2n * baseFee })

describe('quoteOf', () => {
  test('default: all fee increases are held, and at the lowest fees the unit quotas are reached first', () => {
    expect(
      (['claim', 'create', 'announce', 'gas'] as const).map((kind) => quoteOf(kind, fees(20n * gwei), MONEY)),
    ).toEqual([
      { hold: 30_518n, value: 0n },
      { hold: 30_518n, value: 0n },
      { hold: 14_649n, value: 0n },
      { hold: 57_325n, value: 50_000n },
    ])
    expect(50n * 57_325n).toBeLessThan(5_000_000n)
    expect(2_000n * 57_325n).toBeLessThan(150_000_000n)
  })

  test('behavior: a seed grows with the fees, up to its limit', () => {
    expect(quoteOf('gas', fees(100n * gwei), MONEY)).toMatchObject({ value: 60_000n })
    expect(quoteOf('gas', fees(300n * gwei), MONEY)).toMatchObject({ value: MONEY.maxSeed })
    // 60,000.0000006 units, rounded up.
    expect(quoteOf('gas', fees(100n * gwei + 1n), MONEY)).toMatchObject({ value: 60_001n })
  })

  test('behavior: no quote above the ceilings', () => {
    expect(quoteOf('claim', fees(MONEY.maxFeePerGas / 2n), MONEY)).toEqual({ hold: 250_000n, value: 0n })
    expect(quoteOf('claim', fees(MONEY.maxFeePerGas / 2n + 1n), MONEY)).toEqual({ refused: 'fee_ceiling' })
    expect(quoteOf('create', fees(20n * gwei), { ...MONEY, maxTransactionCost: 9_999n })).toEqual({
      refused: 'fee_ceiling',
    })
    // 10,000.0000005 units, rounded up.
    const most = (maxTransactionCost: bigint) =>
      quoteOf('create', fees(20n * gwei + 1n), { ...MONEY, maxTransactionCost })
    expect(most(10_000n)).toEqual({ refused: 'fee_ceiling' })
    expect(most(10_001n)).toEqual({ hold: 10_001n, value: 0n })
  })
})
