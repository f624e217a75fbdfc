import { createPublicClient, custom, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { feesAt, priceOf } from './fees.js'

const gwei = 1_000_000_000n

/** A node whose newest blocks asked for this base fee, and whose middle transactions paid these tips. */
function priced({ baseFee = 10n * gwei, tips = [] as bigint[], minFeePerGas = 0n }) {
  const publicClient = createPublicClient({
    transport: custom({
      async request() {
        return {
          baseFeePerGas: [...tips, 0n].map(() => numberToHex(baseFee)),
          reward: tips.map((tip) => [numberToHex(tip)]),
        }
      },
    }),
  })
  return priceOf({ publicClient }, { id: 1, minFeePerGas } as Parameters<typeof priceOf>[1], 'pricing a test')
}

test.each([
  ['one payer among empty blocks sets no price for others', [0n, 0n, 500n * gwei, 0n, 0n], gwei / 1000n],
  ['two neither', [400n * gwei, 0n, 500n * gwei, 0n, 0n], gwei / 1000n],
  ['the median of blocks with payers', [2n * gwei, gwei, 3n * gwei, 500n * gwei, gwei], 2n * gwei],
  ['no less than a maker of blocks asks for', [1n, 1n, 1n, 1n, 1n], gwei / 1000n],
])('the tip: %s', async (_, tips, tip) => {
  const price = await priced({ tips })
  expect(price).toEqual({ offered: 20n * gwei + tip, least: 10n * gwei + gwei / 1000n, baseFee: 10n * gwei, tip })
})

describe('a transaction that may offer less', () => {
  test('keeps the tip as long as it fits beside the base fee', async () => {
    const price = await priced({ tips: [gwei] })
    expect(feesAt(price.offered, price)).toEqual({ maxFeePerGas: 21n * gwei, maxPriorityFeePerGas: gwei })
    expect(feesAt(11n * gwei, price)).toEqual({ maxFeePerGas: 11n * gwei, maxPriorityFeePerGas: gwei })
  })

  test('gives a lower tip where it does not', async () => {
    const price = await priced({ tips: [4n * gwei] })
    expect(feesAt(11n * gwei, price)).toEqual({ maxFeePerGas: 11n * gwei, maxPriorityFeePerGas: gwei })
    expect(feesAt(price.least, price)).toEqual({ maxFeePerGas: price.least, maxPriorityFeePerGas: gwei / 1000n })
  })

  test('never offers less than the chain takes', async () => {
    const price = await priced({ baseFee: 1n, tips: [1n], minFeePerGas: 20n * gwei })
    expect(price).toMatchObject({ offered: 20n * gwei, least: 20n * gwei })
  })
})
