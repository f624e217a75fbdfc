import { requireDeployment, viemChainFor } from '@holdfast/sdk/chain'
import { createClient, custom, numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { MONEY } from '../../../test/relayStage.js'
import type { ServedChain } from '../../chains/ServedChain.js'
import { createMetrics } from '../../telemetry/createMetrics.js'
import { type BalanceWatch, watchBalance } from './watchBalance.js'

/** What the relayer's balance means at given fees, on a chain that this file answers for. */

const chainId = 5042002
const gwei = 10n ** 9n
let watch: BalanceWatch
afterEach(() => watch.stop())

/** @param wei - The balance; a USDC base unit is 10^12. */
async function read(wei: bigint, baseFee = 20n * gwei, answers = { balance: true }) {
  const chain = {
    id: chainId,
    deployment: requireDeployment(chainId),
    client: createClient({
      chain: viemChainFor(chainId),
      transport: custom(
        {
          async request({ method }) {
            if (!answers.balance) throw new Error('gone')
            return method === 'eth_getBalance' ? numberToHex(wei) : numberToHex(0, { size: 32 })
          },
        },
        { retryCount: 0 },
      ),
    }),
    // Nothing else is read of a chain.
  } as unknown as ServedChain
  watch = watchBalance({
    chain,
    relayer: '0x00000000000000000000000000000000000f00d1',
    money: MONEY,
    readFees: async () => ({ baseFee, tip: 0n, maxFee: 2n * baseFee }),
    metrics: createMetrics({ version: '1', commit: 'test' }),
    now: () => 1_790_000_000_000,
  })
  return watch.refresh()
}

const unit = 10n ** 12n

test('low: below 5 USDC, in whole base units', async () => {
  expect(await read(5_000_000n * unit)).toMatchObject({ available: 5_000_000n, low: false, asOf: 1_790_000_000_000 })
  expect(await read(5_000_000n * unit - 1n)).toMatchObject({ available: 4_999_999n, low: true })
})

test('low: below the gas of 200 of the dearest operation, where that is more than 5 USDC', async () => {
  // 250,000 gas at 200 gwei are 0.05 USDC.
  expect(await read(10_000_000n * unit, 200n * gwei)).toMatchObject({ low: false })
  expect(await read(9_999_999n * unit, 200n * gwei)).toMatchObject({ low: true })
})

test('floor: three times the most that the dearest operation can cost, with what it gives away', async () => {
  // A seed: 60,000 gas at 40 gwei are 2,400 units, beside the 50,000 it gives.
  expect(await read(unit)).toMatchObject({ floor: 3n * 52_400n })
  // At 2,000 gwei a box costs more than a seed: 250,000 gas.
  expect(await read(unit, 1_000n * gwei)).toMatchObject({ floor: 3n * 500_000n })
})

test('behavior: a failed reading leaves the last balance, with its time', async () => {
  const answers = { balance: true }
  const first = await read(7_000_000n * unit, 20n * gwei, answers)
  answers.balance = false
  await expect(watch.refresh()).rejects.toThrow('gone')
  expect(watch.balance()).toEqual(first)
})
