import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'
import {
  gasReserve,
  MIN_GAS_RESERVE,
  PAY_GAS_LIMIT,
  readGasReserve,
  SEND_GAS_LIMIT,
  spendableAfterGas,
} from './gasReserve.js'
import { primaryChain, viemChainFor } from './viemChain.js'

const gwei = 10n ** 9n

function clientOf(answers: Record<string, bigint>, chain?: typeof primaryChain) {
  const asked: string[] = []
  const transport = custom({
    async request({ method }: { method: string }) {
      asked.push(method)
      const answer = answers[method]
      if (answer === undefined) throw Object.assign(new Error('down'), { code: -32000 })
      return `0x${answer.toString(16)}`
    },
  })
  return { client: createPublicClient({ transport, ...(chain && { chain }) }), asked }
}

test('constants', () => {
  expect([SEND_GAS_LIMIT, PAY_GAS_LIMIT, MIN_GAS_RESERVE]).toEqual([700_000n, 900_000n, 50_000n])
})

test('gasReserve: default', () => {
  expect(gasReserve(100n * gwei)).toBe(70_000n)
  expect(gasReserve(100n * gwei, PAY_GAS_LIMIT)).toBe(90_000n)
})

test('gasReserve: behavior: rounds up, and never below the floor', () => {
  expect(gasReserve(100n * gwei + 1n)).toBe(70_001n)
  expect(gasReserve(20n * gwei)).toBe(50_000n)
  expect(gasReserve(0n)).toBe(50_000n)
})

test('gasReserve: behavior: covers the cost in native units', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 30_000_000n }), (price, limit) => {
      const reserve = gasReserve(price, limit)
      expect(reserve * 10n ** 12n).toBeGreaterThanOrEqual(price * limit)
      if (reserve > MIN_GAS_RESERVE) expect((reserve - 1n) * 10n ** 12n).toBeLessThan(price * limit)
    }),
    runs(100),
  )
})

test('spendableAfterGas', () => {
  expect(spendableAfterGas(10_000_000n, 50_000n)).toBe(9_950_000n)
  expect(spendableAfterGas(50_000n, 50_000n)).toBe(0n)
  expect(spendableAfterGas(1n, 50_000n)).toBe(0n)
})

test('readGasReserve: default', async () => {
  const { client, asked } = clientOf({ eth_gasPrice: 100n * gwei }, primaryChain)
  expect(await readGasReserve(client)).toBe(70_000n)
  expect(await readGasReserve(client, PAY_GAS_LIMIT)).toBe(90_000n)
  expect(asked).toEqual(['eth_gasPrice', 'eth_gasPrice'])
})

test('readGasReserve: behavior: a price below the chain’s floor counts as the floor', async () => {
  const { client } = clientOf({ eth_gasPrice: 1n, eth_chainId: 5042002n })
  expect(await readGasReserve(client, 10_000_000n)).toBe(200_000n)
})

test('readGasReserve: behavior: keeps no USDC back where another coin pays for gas', async () => {
  const known = clientOf({}, viemChainFor(84532))
  expect(await readGasReserve(known.client)).toBe(0n)
  expect(known.asked).toEqual([])
  const unnamed = clientOf({ eth_chainId: 84532n })
  expect(await readGasReserve(unnamed.client)).toBe(0n)
})

test('readGasReserve: behavior: falls back to the floor', async () => {
  expect(await readGasReserve(clientOf({}, primaryChain).client)).toBe(50_000n)
  expect(await readGasReserve(clientOf({}).client)).toBe(50_000n)
})
