import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { bridgeShortfall } from './bridgeShortfall.js'
import { priceOf, readFeeTiers } from './internal/fees.js'

const amounts = fc.bigInt({ min: 1n, max: 10_000_000_000_000n })
const fees = fc.bigInt({ min: 0n, max: 10_000_000n })
/** Hundredths of a basis point: up to a tenth of what is burned. */
const ppm = fc.bigInt({ min: 0n, max: 100_000n })

describe('what leaves and what arrives', () => {
  test('property: the ceiling covers what the issuer takes, and what it does not take arrives', () => {
    fc.assert(
      fc.property(amounts, ppm, fees, fc.nat(200), (amount, protocolFeePpm, forwardFee, drift) => {
        const { needed, maxFee } = priceOf(amount, protocolFeePpm, forwardFee)
        const total = amount + maxFee
        expect(maxFee < total).toBe(true)
        expect(needed <= maxFee).toBe(true)
        // By the time of the attestation the forwarding fee has risen by up to a fifth.
        const forward = (forwardFee * BigInt(1_000 + drift)) / 1_000n
        const feeExecuted = (total * protocolFeePpm) / 1_000_000n + forward
        expect(feeExecuted <= maxFee).toBe(true)
        const arrives = total - feeExecuted
        expect(arrives >= amount).toBe(true)
        expect(arrives + feeExecuted).toBe(total)
      }),
      runs(100),
    )
  })

  test('property: not a unit more than is needed is called needed', () => {
    fc.assert(
      fc.property(amounts, ppm, fees, (amount, protocolFeePpm, forwardFee) => {
        const { needed } = priceOf(amount, protocolFeePpm, forwardFee)
        // One unit less would not cover it.
        const less = needed - 1n
        expect(less * 1_000_000n < (amount + less) * protocolFeePpm + forwardFee * 1_000_000n).toBe(true)
      }),
      runs(100),
    )
  })

  test('property: a fraction of a basis point is exact, as number and as text', () => {
    fc.assert(
      fc.property(fc.nat(999_999), (hundredths) => {
        const text = `${Math.floor(hundredths / 100)}.${`${hundredths % 100}`.padStart(2, '0')}`
        for (const minimumFee of [text, Number(text)])
          expect(readFeeTiers([{ finalityThreshold: 1000, minimumFee }])[0]?.protocolFeePpm).toBe(BigInt(hundredths))
      }),
      runs(100),
    )
  })

  test('property: whatever is sent is read or refused', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        try {
          for (const tier of readFeeTiers(body)) expect(tier.protocolFeePpm >= 0n).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError)
        }
      }),
      runs(100),
    )
  })
})

describe('bridgeShortfall', () => {
  const facts = fc.record({
    usdcBalance: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    amount: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    maxFee: fees,
    gasCost: fc.bigInt({ min: 0n, max: 10n ** 18n }),
    nativeBalance: fc.bigInt({ min: 0n, max: 10n ** 18n }),
    gasInUsdc: fc.boolean(),
  })

  test('property: what it offers instead can be paid, and a unit more cannot', () => {
    fc.assert(
      fc.property(facts, ({ amount, ...rest }) => {
        const judge = (deliver: bigint) =>
          bridgeShortfall({ ...rest, total: deliver + rest.maxFee, chainLabel: 'Arc Testnet' })
        const refusal = judge(amount)
        const gas = rest.gasInUsdc ? (rest.gasCost + 10n ** 12n - 1n) / 10n ** 12n : 0n
        const isShort = rest.usdcBalance < amount + rest.maxFee + gas
        const lacksGas = !rest.gasInUsdc && rest.nativeBalance < rest.gasCost
        expect(refusal === null).toBe(!isShort && !lacksGas)
        if (refusal?.fix?.kind !== 'useMax') return
        const { amount: most, display } = refusal.fix
        expect(parseUnits(display, 6)).toBe(most)
        expect(most < amount).toBe(true)
        expect(judge(most)?.code).toBe(lacksGas ? 'noGas' : undefined)
        expect(judge(most + 1n)?.code).toBe(rest.gasInUsdc && gas > 0n ? 'shortWithGas' : 'shortWithFee')
      }),
      runs(100),
    )
  })
})
