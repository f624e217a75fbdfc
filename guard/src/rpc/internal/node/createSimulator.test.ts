import { type Address, numberToHex, pad } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test, vi } from 'vitest'
import type { InspectedRequest } from '../../../judge/inspectRequest.js'
import { createSimulator } from './createSimulator.js'

const chainId = 5_042_002
const limitMs = 120_000
const from = `0x${'11'.repeat(20)}` as const
const payee = `0x${'22'.repeat(20)}` as const
const token = `0x${'33'.repeat(20)}` as const
const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const log = (payer: Address, to: Address) => ({
  address: token,
  topics: [topic, pad(payer), pad(to)],
  data: numberToHex(5, { size: 32 }),
})
const inspected: InspectedRequest = {
  chainId,
  purpose: 'estimate',
  request: { method: 'eth_estimateGas', params: [{ from, to: token, data: '0xdeadbeef' }] },
  decoded: { movements: [], notes: [] },
}
const failing = (code: number, message: string): Promise<unknown> =>
  Promise.reject(Object.assign(new Error(message), { code }))

/** Frames inside each other, the innermost with a log. */
function nested(depth: number): object {
  let frame: object = { logs: [log(from, payee)] }
  for (let at = 0; at < depth; at++) frame = { calls: [frame] }
  return frame
}

test('a payment behind many events of other accounts is found', async () => {
  const others = Array.from({ length: 5_000 }, () => log(payee, from))
  const ask = async () => [{ calls: [{ logs: [...others, log(from, payee)] }] }]
  expect(await createSimulator({ ask, chainId, limitMs })(inspected)).toMatchObject({
    movements: [{ payer: from, amount: 5n }],
  })
})

test('a payment inside 1,000 calls of a trace is found', async () => {
  const ask = (method: string) =>
    method === 'debug_traceCall' ? Promise.resolve(nested(1_000)) : failing(-32601, 'the method does not exist')
  expect(await createSimulator({ ask, chainId, limitMs })(inspected)).toMatchObject({
    movements: [{ payer: from, amount: 5n }],
  })
})

test('a payment that the code of a new contract makes is found', async () => {
  const ask = vi.fn(async () => [{ calls: [{ logs: [log(from, payee)] }] }])
  const request = { method: 'eth_sendTransaction', params: [{ from, data: '0x6000' }] }
  const shown = await createSimulator({ ask, chainId, limitMs })({ ...inspected, purpose: 'broadcast', request })
  expect(shown?.movements).toMatchObject([{ payer: from, payee, amount: 5n }])
})

test('a revert whose reason reads like a missing method does not turn the simulation off', async () => {
  for (const [code, message] of [
    [3, 'execution reverted: method not found'],
    [-32000, 'execution reverted: the method is not supported'],
    [-32015, 'VM execution error: reverted, method not allowed'],
  ] as const) {
    const ask = vi.fn(() => failing(code, message))
    const simulate = createSimulator({ ask, chainId, limitMs })
    await simulate(inspected)
    ask.mockImplementation(async () => [{ calls: [{ logs: [log(from, payee)] }] }])
    expect((await simulate(inspected))?.movements, message).toHaveLength(1)
  }
})

test('a node that does not simulate is not asked again for ten minutes', async () => {
  let now = 0
  const ask = vi.fn(() => failing(-32601, 'the method does not exist'))
  const simulate = createSimulator({ ask, chainId, limitMs, now: () => now })
  await simulate(inspected)
  await simulate(inspected)
  expect(ask).toHaveBeenCalledTimes(2)
  now = 600_000
  await simulate(inspected)
  expect(ask).toHaveBeenCalledTimes(4)
})

test('a fault of the node turns no simulation off, and is said', async () => {
  for (const [code, message] of [
    [-32005, 'The node behind Holdfast allows no more requests for now (HTTP 429).'],
    [-32603, 'The node behind Holdfast answered with HTTP 408.'],
    [-32603, 'The node behind Holdfast broke the connection.'],
    [-32000, 'execution aborted (timeout = 5s)'],
  ] as const) {
    const ask = vi.fn(() => failing(code, message))
    const simulate = createSimulator({ ask, chainId, limitMs })
    expect(await simulate(inspected), message).toEqual({ movements: [], isMissing: true })
    expect(await simulate(inspected), message).toEqual({ movements: [], isMissing: true })
    expect(ask, message).toHaveBeenCalledTimes(2)
  }
})

test('a transaction that fails in a simulation moves nothing', async () => {
  for (const message of ['execution reverted: slow down, too many requests', 'insufficient funds for gas * price']) {
    const simulate = createSimulator({ ask: () => failing(-32000, message), chainId, limitMs })
    expect(await simulate(inspected), message).toEqual({ movements: [], isMissing: false })
  }
})

test('a node that does not answer is not waited for', async () => {
  const simulate = createSimulator({ ask: () => new Promise(() => {}), chainId, limitMs: 1 })
  expect(await simulate(inspected)).toEqual({ movements: [], isMissing: true })
})

test('a transaction is simulated with its own gas, by which a contract could tell the two apart', async () => {
  const ask = vi.fn(async (_: string, _params: readonly unknown[]) => [{ calls: [] }])
  const simulate = createSimulator({ ask, chainId, limitMs })
  const signer = privateKeyToAccount(generatePrivateKey())
  const raw = await signer.signTransaction({ chainId, to: token, data: '0xdeadbeef', gas: 100_000n, gasPrice: 1n })
  for (const [method, first] of [
    ['eth_sendRawTransaction', raw],
    ['eth_sendTransaction', { from, to: token, data: '0xdeadbeef', gas: numberToHex(100_000) }],
  ] as const)
    await simulate({ ...inspected, purpose: 'broadcast', request: { method, params: [first] } })
  expect(ask.mock.calls.map(([, params]) => JSON.stringify(params).includes('"gas":"0x186a0"'))).toEqual([true, true])
})

describe('a bundle', () => {
  const open = () => privateKeyToAccount(generatePrivateKey())
  const [one, other] = [open(), open()] as const
  const bundle = async (): Promise<InspectedRequest> => {
    const unsigned = { chainId, to: token, data: '0xdeadbeef', gas: 100_000n, gasPrice: 1n } as const
    const txs = await Promise.all([one, other].map((each) => each.signTransaction(unsigned)))
    return { ...inspected, purpose: 'broadcast', request: { method: 'eth_sendBundle', params: [{ txs }] } }
  }
  const paid = [one, other].map(({ address }) => expect.objectContaining({ payer: address, payee, amount: 5n }))
  const callsIn = (params: readonly unknown[]): readonly { from: Address }[] =>
    (params[0] as { blockStateCalls: [{ calls: { from: Address }[] }] }).blockStateCalls[0].calls // As the simulator asks.

  test('is simulated as one block, each transaction for its own account', async () => {
    const ask = vi.fn(async (_: string, params: readonly unknown[]) => [
      { calls: callsIn(params).map((sent) => ({ logs: [log(sent.from, payee), log(payee, sent.from)] })) },
    ])
    const shown = await createSimulator({ ask, chainId, limitMs })(await bundle())
    expect(shown).toEqual({ movements: paid, isMissing: false })
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test('is simulated one by one where one of it makes the whole block fail', async () => {
    const ask = async (_: string, params: readonly unknown[]) => {
      const calls = callsIn(params)
      if (calls.length > 1) return failing(-38014, 'insufficient funds for gas * price + value')
      return [{ calls: calls.map((sent) => ({ logs: [log(sent.from, payee)] })) }]
    }
    expect(await createSimulator({ ask, chainId, limitMs })(await bundle())).toEqual({
      movements: paid,
      isMissing: false,
    })
  })

  test('is traced one by one, also where the first fails', async () => {
    const ask = async (method: string, [sent]: readonly unknown[]) => {
      if (method !== 'debug_traceCall') return failing(-32601, 'the method does not exist')
      const { from: payer } = sent as { from: Address } // As the simulator asks.
      return payer === one.address ? failing(-32000, 'execution reverted') : { logs: [log(payer, payee)] }
    }
    const simulate = createSimulator({ ask, chainId, limitMs })
    expect(await simulate(await bundle())).toEqual({ movements: paid.slice(1), isMissing: false })
  })
})

test.each(['the time is over', 'the request is given up'])('where %s, no further call is asked about', async (why) => {
  const giveUp = new AbortController()
  let fail = () => {}
  const ask = vi.fn(
    () =>
      new Promise<unknown>((_, reject) => {
        fail = () => reject(Object.assign(new Error('no such account'), { code: -32000 }))
      }),
  )
  const calls = Array.from({ length: 20 }, () => ({ to: token, data: '0xdeadbeef' }))
  const request = { method: 'wallet_sendCalls', params: [{ from, calls }] }
  const isTimeOver = why === 'the time is over'
  const simulate = createSimulator({ ask, chainId, limitMs: isTimeOver ? 1 : limitMs })
  const shown = simulate({ ...inspected, purpose: 'broadcast', request }, giveUp.signal)
  if (isTimeOver) await shown
  else giveUp.abort()
  // As one it fails, so each would be asked about by itself.
  fail()
  expect(await shown).toMatchObject({ movements: [], isMissing: true })
  for (let turn = 0; turn < 100; turn++) await Promise.resolve()
  expect(ask).toHaveBeenCalledTimes(1)
})

describe('money without a call', () => {
  const system = `0x${'ff'.repeat(19)}fe` as const
  const third = `0x${'44'.repeat(20)}` as const
  const moved = (payer: Address, to: Address) => ({ ...log(payer, to), address: system })
  const paying = (to: Address, more: object = {}): InspectedRequest => ({
    ...inspected,
    request: { method: 'eth_estimateGas', params: [{ from, to, value: '0x5', ...more }] },
  })
  const nodeWith = (code: string, logs: readonly object[]) =>
    vi.fn(async (method: string) => (method === 'eth_getCode' ? code : [{ calls: [{ logs }] }]))

  test('that a contract passes on is found, through several of them, and what comes back is left out', async () => {
    const ask = nodeWith('0x6000', [moved(from, token), moved(token, payee), moved(payee, third), moved(third, from)])
    const shown = await createSimulator({ ask, chainId, limitMs })(paying(token))
    expect(shown?.movements.map(({ payer, payee: to }) => [payer, to])).toEqual([
      [from, token],
      [from, payee],
      [from, third],
    ])
  })

  test('to an account without code is not simulated, and its code is asked for once', async () => {
    const ask = nodeWith('0x', [])
    const simulate = createSimulator({ ask, chainId, limitMs })
    for (const data of [undefined, '0x']) await simulate(paying(token, { data }))
    expect(ask.mock.calls).toEqual([['eth_getCode', [token, 'latest']]])
  })

  test('asks the node for nothing where no money is sent, or where it does not simulate', async () => {
    const ask = vi.fn(async (method: string) =>
      method === 'eth_getCode' ? '0x6000' : failing(-32601, 'the method does not exist'),
    )
    const simulate = createSimulator({ ask, chainId, limitMs })
    expect(simulate(paying(token, { value: '0x0' }))).toBeUndefined()
    expect(simulate(paying(token, { value: undefined }))).toBeUndefined()
    await simulate(paying(token))
    expect(ask).toHaveBeenCalledTimes(3)
    await simulate(paying(payee))
    expect(ask).toHaveBeenCalledTimes(3)
  })

  test('is simulated where the node does not say whether there is code', async () => {
    const logs = [moved(from, token), moved(token, payee)]
    const ask = async (method: string) =>
      method === 'eth_getCode' ? failing(-32000, 'no state') : [{ calls: [{ logs }] }]
    expect((await createSimulator({ ask, chainId, limitMs })(paying(token)))?.movements).toHaveLength(2)
  })
})
