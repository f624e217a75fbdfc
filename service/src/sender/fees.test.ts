import { expect, test, vi } from 'vitest'
import { stubChain } from '../../test/stubChain.js'
import { bump, bumpedToTheEnd, createFeeReader, worstGasWei } from './fees.js'

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

/** A chain that answers with these fees, native wei; `undefined` where its node has no such method or no such field. */
function chainOf({ baseFee, tip, floor }: { baseFee?: bigint; tip?: bigint; floor?: bigint }) {
  const state = { baseFee, reads: 0 }
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_maxPriorityFeePerGas')
      return tip === undefined ? Promise.reject(new Error('There is no such method.')) : `0x${tip.toString(16)}`
    expect([method, params]).toEqual(['eth_getBlockByNumber', ['latest', false]])
    state.reads++
    return state.baseFee === undefined ? {} : { baseFeePerGas: `0x${state.baseFee.toString(16)}` }
  }
  const stub = stubChain()
  // A client is generic in its methods; the reader uses two of them.
  return {
    state,
    chain: { ...stub, deployment: { ...stub.deployment, minFeePerGas: floor }, client: { request } as never },
  }
}

test('createFeeReader: twice the base fee plus the tip, which has a ceiling, and is 0 if unknown', async () => {
  const read = (given: Parameters<typeof chainOf>[0]) => createFeeReader(chainOf(given).chain, () => 0)()
  expect(await read({ baseFee: 20n * gwei, tip: gwei })).toEqual({ baseFee: 20n * gwei, tip: gwei, maxFee: 41n * gwei })
  expect(await read({ baseFee: 20n * gwei, tip: 3n * gwei })).toMatchObject({ tip: 2n * gwei, maxFee: 42n * gwei })
  expect(await read({ baseFee: 20n * gwei })).toEqual({ baseFee: 20n * gwei, tip: 0n, maxFee: 40n * gwei })
})

test('createFeeReader: never less than the lowest fee of the chain', async () => {
  const read = (baseFee: bigint) => createFeeReader(chainOf({ baseFee, floor: 20n * gwei }).chain, () => 0)()
  expect([(await read(gwei)).baseFee, (await read(21n * gwei)).baseFee]).toEqual([20n * gwei, 21n * gwei])
})

test('createFeeReader: one read serves all callers for a second, or for as long as a caller accepts', async () => {
  const { chain, state } = chainOf({ baseFee: gwei, tip: 0n })
  let at = 10_000
  const readFees = createFeeReader(chain, () => at)
  await Promise.all([readFees(), readFees()])
  at += 1_000
  await readFees()
  expect(state.reads).toBe(1)
  at += 1
  await readFees(1_001)
  expect(state.reads).toBe(1)
  await readFees()
  expect(state.reads).toBe(2)
})

test('error: a chain without a base fee has no fees, and a read that failed is not kept', async () => {
  const { chain, state } = chainOf({ tip: 0n })
  const readFees = createFeeReader(chain, () => 0)
  await expect(readFees()).rejects.toThrow('The chain has no base fee.')
  state.baseFee = gwei
  expect(await readFees()).toMatchObject({ baseFee: gwei })
  const empty = { ...chain, client: { request: async () => null } as never }
  await expect(createFeeReader(empty, () => 0)()).rejects.toThrow('The chain has no base fee.')
})

test('error: a read that fails late does not undo the one after it', async () => {
  const answers: ((block: unknown) => void)[] = []
  const request = ({ method }: { method: string }) =>
    method === 'eth_maxPriorityFeePerGas' ? Promise.resolve('0x0') : new Promise((resolve) => answers.push(resolve))
  let at = 0
  // A client is generic in its methods; the reader uses two of them.
  const readFees = createFeeReader({ ...stubChain(), client: { request } as never }, () => at)
  const first = readFees()
  at += 1_001
  const second = readFees()
  answers[1]?.({ baseFeePerGas: '0x5' })
  await second
  answers[0]?.(null)
  await expect(first).rejects.toThrow('The chain has no base fee.')
  expect(readFees()).toBe(second)
})

test('worstGasWei: all increases, or the ceiling', () => {
  const fees = { baseFee: 0n, tip: 0n, maxFee: 1_024n }
  expect([worstGasWei(10n, fees, 4_000n), worstGasWei(10n, fees, 3_000n)]).toEqual([31_250n, 30_000n])
})
