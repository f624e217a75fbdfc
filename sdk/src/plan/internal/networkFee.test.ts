import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'
import { requireDeployment } from '../../chain/registry.js'
import type { PlanStep, PlanValue } from '../types.js'
import type { PlannedChain } from './Definition.js'
import { nativeLimitOf, networkFeeOf } from './networkFee.js'

const arc = requireDeployment(5042002)
const other: PlannedChain = { ...arc, gasIsUsdc: false, nativeCurrency: { symbol: 'ETH', decimals: 18 } }
const account = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

/** A chain without base fees, where a unit of gas costs so much; a quarter more is offered. */
function at(gasPrice: bigint, asked: string[] = []) {
  const request = async ({ method }: { method: string }) => {
    asked.push(method)
    if (method === 'eth_gasPrice') return `0x${gasPrice.toString(16)}`
    if (method === 'eth_getBlockByNumber') return { number: '0x1', timestamp: '0x1', transactions: [] }
    throw new Error('unknown')
  }
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
}
const step = (...calls: [functionName: string, args?: Record<string, PlanValue>][]): PlanStep => ({
  kind: 'transaction',
  chainId: arc.id,
  calls: calls.map(([functionName, args = {}]) => ({ to: account, functionName, args, through: null })),
  sealed: [],
})
const signature: PlanStep = { kind: 'signature', domain: {}, primaryType: 'Pay', message: {}, sealed: [] }

/** Gas of these steps, at a price of one. */
const gasOf = async (chain: PlannedChain, ...steps: PlanStep[]) =>
  (await networkFeeOf(at(4n), { ...chain, minFeePerGas: 0n }, steps)).most / 5n

test.each<[string, PlanStep[], bigint]>([
  ['an approval', [step(['approve'])], 120_000n],
  ['terms', [step(['createConfig'])], 160_000n],
  ['a send', [step(['sendProtected'])], 700_000n],
  ['a send by permit', [step(['sendProtectedWithPermit'])], 700_000n],
  ['a send by authorization', [step(['sendProtectedWithAuthorization'])], 700_000n],
  ['a send by witness', [step(['sendProtectedWithWitness'])], 700_000n],
  ['a private payment', [step(['createFundAndPay'])], 900_000n],
  ['a private payment by authorization', [step(['createFundAndPayWithAuthorization'])], 900_000n],
  ['a light call', [step(['cancel'])], 300_000n],
  ['two calls of one step', [step(['approve'], ['sendProtected'])], 820_000n],
  ['two steps, and a signature that costs nothing', [step(['approve']), signature, step(['cancel'])], 420_000n],
  ['a list', [step(['claimWithKeyBatch', { claims: ['a', 'b'] }])], 620_000n],
  ['the longest of several lists', [step(['batch', { a: ['x'], b: ['x', 'y', 'z'], c: 'text' }])], 780_000n],
  ['a list of returns', [step(['reclaimExpiredBatch', { transferIds: ['1', '2'] }])], 800_000n],
])('%s', async (_, steps, gas) => {
  expect(await gasOf(other, ...steps)).toBe(gas)
})

test('a chain with figures of its own: a quarter more than those, where that is more than usual', async () => {
  const gas = { approve: 200_000n, burn: 1_000_000n, floors: { mint: 800_000n } }
  const steps = (name: string) => step([name])
  const chain = { ...other, gas }
  expect(await gasOf(chain, steps('approve'))).toBe(250_000n)
  expect(await gasOf(chain, steps('depositForBurnWithHook'))).toBe(1_250_000n)
  expect(await gasOf(chain, steps('receiveMessage'))).toBe(1_000_000n)
  expect(await gasOf(chain, steps('sendProtected'))).toBe(700_000n)
  expect(await gasOf({ ...chain, gas: { ...gas, approve: 40_000n } }, steps('approve'))).toBe(120_000n)
  expect(await gasOf({ ...chain, gas: { approve: 1n, burn: 1n } }, steps('receiveMessage'))).toBe(300_000n)
})

test('in the coin of the chain, or in USDC and rounded up where that is the coin', async () => {
  const steps = [step(['approve'])]
  expect(await networkFeeOf(at(4n), { ...other, minFeePerGas: 0n }, steps)).toEqual({
    most: 600_000n,
    coin: 'ETH',
    decimals: 18,
    isUsdc: false,
  })
  const inUsdc = { ...arc, minFeePerGas: 0n }
  expect(await networkFeeOf(at(4n), inUsdc, steps)).toEqual({ most: 1n, coin: 'USDC', decimals: 6, isUsdc: true })
  // 120,000 gas at 25 gwei are 0.003 USDC.
  const fee = await networkFeeOf(at(20_000_000_000n), inUsdc, steps)
  expect(fee.most).toBe(3_000n)
  expect(nativeLimitOf(fee)).toBe(3_000n * 10n ** 12n)
  expect(nativeLimitOf({ ...fee, isUsdc: false })).toBe(3_000n)
})

test('a node that is down is named with what was asked', async () => {
  const request = async () => {
    throw new Error('down')
  }
  const down = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  await expect(networkFeeOf(down, other, [step(['approve'])])).rejects.toMatchObject({
    name: 'ChainUnavailableError',
    shortMessage: 'The chain could not be reached while reading the price of gas.',
  })
})

test('without a transaction nothing is asked and nothing is paid', async () => {
  const asked: string[] = []
  expect(await networkFeeOf(at(4n, asked), other, [signature])).toMatchObject({ most: 0n, coin: 'ETH' })
  expect(asked).toEqual([])
})
