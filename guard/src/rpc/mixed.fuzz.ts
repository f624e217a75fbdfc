import { request } from 'node:http'
import { type FaultyNode, startFaultyNode } from '@holdfast/testkit/faultyNode'
import { mixedCalls } from '@holdfast/testkit/mixedCalls'
import { scriptedHistory } from '@holdfast/testkit/scriptedHistory'
import { runs, seed, tiered } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuardServer, type GuardServer } from './createGuardServer.js'

const { payer, genuine, imitation } = scriptedHistory
let node: FaultyNode
let guard: GuardServer

beforeAll(async () => {
  node = await startFaultyNode()
  guard = createGuardServer({ upstream: node.url, chainId: 5042002, port: 0, provider: scriptedHistory })
  await guard.listen()
  await guard.prepare(payer)
})
afterAll(async () => {
  await guard?.close()
  await node?.stop()
})

const pay = (to: string) => (mark: number) => ({
  method: 'eth_sendTransaction',
  params: [{ from: payer, to, value: numberToHex(mark) }],
})

test('mixed calls with a faulty node: none is lost, doubled, out of order, or answered wrongly', async () => {
  node.faults = 0.1
  const { problems, refusedMarks, resultMarks, ...tally } = await mixedCalls(guard.url, {
    calls: tiered(3_000, 20_000),
    connections: 16,
    random: seededRandom(),
    refused: pay(imitation),
    passed: pay(genuine),
  })
  node.faults = 0
  expect(problems).toEqual([])
  expect(tally.results).toBeGreaterThan(tally.calls / 2)
  for (const kind of ['refusals', 'failures'] as const) expect(tally[kind]).toBeGreaterThan(0)
  expect(tally.refusals).toBe(refusedMarks.length)
  expect(refusedMarks.filter((mark) => node.seen.has(mark))).toEqual([])
  expect(resultMarks.filter((mark) => !node.seen.has(mark))).toEqual([])
  expect([...node.seen.values()].filter((times) => times > 1)).toEqual([])
  expect(node.disordered).toBe(0)
})

/** Methods that a careless or hostile client may call. */
const method = fc.oneof(
  fc.constantFrom('eth_call', 'eth_estimateGas', 'eth_sendRawTransaction', 'eth_sendTransaction', 'eth_sendBundle'),
  fc.constantFrom('eth_simulateV1', 'debug_traceCall', 'eth_signTypedData_v4', 'eth_sendUserOperation', 'eth_chainId'),
  fc.string(),
)
const anything = fc.oneof(
  fc.jsonValue(),
  fc.record({ from: fc.constantFrom(payer, '0x', null), to: fc.anything(), data: fc.string() }),
)
const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', 2, null),
    id: fc.jsonValue(),
    method,
    params: fc.oneof(fc.array(anything), anything),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  message.map((one) => JSON.stringify(one)),
  fc.array(fc.oneof(message, fc.jsonValue()), { maxLength: 5 }).map((list) => JSON.stringify(list)),
  fc.string({ unit: 'binary' }),
  message.map((one) => (JSON.stringify(one) ?? '').slice(0, -2)),
)

test('fuzzed JSON-RPC: always an answer, never a crash', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const { status, answer } = await post(text ?? '')
      expect([200, 204]).toContain(status)
      if (status === 200) expect(typeof JSON.parse(answer)).toBe('object')
    }),
    runs(400, 20_000),
  )
  expect(await post('{"id":1,"method":"eth_chainId"}')).toMatchObject({ status: 200 })
})

function post(text: string): Promise<{ status: number; answer: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(guard.url, { method: 'POST' }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, answer: Buffer.concat(chunks).toString() }))
    })
    sent.on('error', reject).end(text)
  })
}

/** Pseudo-random numbers between 0 and 1, made from the seed of the run. */
function seededRandom(): () => number {
  let state = seed | 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
