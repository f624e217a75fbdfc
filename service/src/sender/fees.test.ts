import { expect, test, vi } from 'vitest'
import { stubChain } from '../../test/stubChain.js'
import { bump, bumpedToTheEnd, createFeeReader } from './fees.js'

const gwei = 10n ** 9n

test('bump: a quarter more, rounded up, five times', () => {
  expect([bump(0n), bump(1n), bump(4n), bump(40n * gwei)]).toEqual([0n, 2n, 5n, 50n * gwei])
  expect(bumpedToTheEnd(1024n)).toBe(3125n)
})

test('regression: a clock that was set back does not keep an old fee', async () => {
  let baseFee = 20n * gwei
  const request = async ({ method }: { method: string }) =>
    method === 'eth_maxPriorityFeePerGas' ? '0x0' : { baseFeePerGas: `0x${baseFee.toString(16)}` }
  let at = 0
  // A client is generic in its methods; the reader uses two of them.
  const chain = { ...stubChain(), client: { request } as never }
  const readFees = createFeeReader(chain, () => at)
  expect((await readFees()).baseFee).toBe(baseFee)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  try {
    baseFee = 60n * gwei
    expect((await readFees()).baseFee).toBe(20n * gwei)
    at += 1_001
    expect((await readFees()).baseFee).toBe(60n * gwei)
  } finally {
    vi.useRealTimers()
  }
})
