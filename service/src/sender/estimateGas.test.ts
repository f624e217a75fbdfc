import { RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import type { ServedChain } from '../chains/ServedChain.js'
import { estimateGas } from './estimateGas.js'
import { pollMsOf } from './timing.js'

const from = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const call = { to: '0x52908400098527886E0F7030069857D2E4169EE7', data: '0x12', value: 0n } as const

/** A chain that estimates what it is given, or throws it, and the requests that it got. */
function chain(estimate: bigint | Error) {
  const asked: unknown[] = []
  const request = async (one: unknown) => {
    asked.push(one)
    if (typeof estimate !== 'bigint') throw estimate
    return `0x${estimate.toString(16)}`
  }
  // Only this request is made by it.
  return { asked, client: { request } as unknown as ServedChain['client'] }
}

test.each([
  ['a fifth more than the estimate', 100_000n, {}, 120_000n],
  ['rounded down', 21_001n, {}, 25_201n],
  ['at least the least', 100_000n, { least: 500_000n }, 500_000n],
  ['at most the most', 100_000n, { most: 110_000n }, 110_000n],
  ['the least, and no more than the most', 100_000n, { least: 500_000n, most: 110_000n }, 110_000n],
  ['an estimate of just the most', 110_000n, { most: 110_000n }, 110_000n],
  ['an estimate over the most', 110_001n, { most: 110_000n }, 'refused'],
])('%s', async (_, estimate, limits, expected) => {
  expect(await estimateGas(chain(estimate), from, call, limits)).toBe(expected)
})

test('asks with the value in native wei, and without one where nothing is sent', async () => {
  const { asked, client } = chain(1n)
  await estimateGas({ client }, from, call)
  await estimateGas({ client }, from, { ...call, value: 3n })
  const { to, data } = call
  expect(asked).toEqual([
    { method: 'eth_estimateGas', params: [{ from, to, data }] },
    { method: 'eth_estimateGas', params: [{ from, to, data, value: '0x2ba7def3000' }] },
  ])
})

test('a call that reverts is refused; a node that fails has judged nothing', async () => {
  const refusal = (code: number, message: string) =>
    new RpcRequestError({ body: {}, url: 'http://node', error: { code, message } })
  expect(await estimateGas(chain(refusal(3, 'execution reverted')), from, call)).toBe('refused')
  const failure = refusal(-32005, 'limit exceeded')
  await expect(estimateGas(chain(failure), from, call)).rejects.toBe(failure)
})

test('pollMsOf: twice a block, from four times a second to every two seconds', () => {
  expect([100, 500, 1_000, 4_000, 12_000].map((blockTimeMs) => pollMsOf({ blockTimeMs }))).toEqual([
    250, 250, 500, 2_000, 2_000,
  ])
})
