import { emitter, idsBetween, type Misbehaviour, pingAbi, startLogEndpoint } from '@holdfast/testkit/logEndpoint'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LogsIncompleteError } from '../../errors/chain.js'
import { eventDecoder } from './eventDecoder.js'
import { readLogs } from './readLogs.js'

const decodePing = eventDecoder(pingAbi, 'Ping')

/** Whatever hosts are on record for, in any order. */
const faults: Record<string, Misbehaviour> = {
  tooWide: { error: { code: -32012, message: 'requested range too large' } },
  named: { error: { code: -32600, message: 'Query exceeds max block range of 60' } },
  tooMany: { error: { code: -32602, message: 'query exceeds max results 2' } },
  hinted: { error: { code: -32602, message: 'query exceeds max results 2, retry with the range 0-40' } },
  throttled: { error: { code: -32011, message: 'request limit reached' }, status: 429 },
  plainThrottled: { status: 429, text: '' },
  behind: { error: { code: -32014, message: 'requested data not available' } },
  internal: { error: { code: -32603, message: 'internal error' } },
  serverError: { status: 502, text: 'bad gateway' },
  reset: 'reset',
  malformed: { result: null },
  outOfRange: { result: [{ blockNumber: '0xffffffff', logIndex: '0x0', topics: [] }] },
  refused: { error: { code: -32601, message: 'the method does not exist' } },
}
const healing = Object.keys(faults).filter((name) => name !== 'refused')

const scenario = fc.record({
  head: fc.integer({ min: 0, max: 900 }),
  fromBlock: fc.integer({ min: 0, max: 300 }),
  blocks: fc.array(fc.nat(900), { maxLength: 40 }),
  range: fc.integer({ min: 1, max: 400 }),
  concurrency: fc.integer({ min: 1, max: 12 }),
  /** What each request for logs meets, by its number; most meet nothing. */
  misfortunes: fc.array(
    fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...healing) }),
    { maxLength: 60 },
  ),
})

type Scenario = typeof scenario extends fc.Arbitrary<infer value> ? value : never

/** Reads through the misfortunes and checks what came of it; says whether all of it came. */
async function play({ head, fromBlock, blocks, range, concurrency, misfortunes }: Scenario): Promise<boolean> {
  const left = misfortunes.map((name) => (name === undefined ? undefined : faults[name]))
  const endpoint = await startLogEndpoint({ head, blocks, before: () => left.shift() })
  try {
    const read = (from: bigint) =>
      readLogs(
        endpoint.client,
        { address: emitter, fromBlock: from, decode: (log) => decodePing(log)?.id },
        { range, concurrency, retry: { attempts: 4, delayMs: 0, maxDelayMs: 1 } },
      )
    const found: bigint[] = []
    let next = BigInt(fromBlock)
    let isWhole = true
    for (;;) {
      try {
        const { logs, completeToBlock } = await read(next)
        found.push(...logs)
        expect(completeToBlock).toBe(BigInt(Math.max(head, Number(next) - 1)))
        expect(found).toEqual(idsBetween(blocks, fromBlock, head))
        return isWhole
      } catch (error) {
        if (!(error instanceof LogsIncompleteError)) throw error
        // The cursor is honest: everything up to it is there, in order, once; nothing beyond it is.
        isWhole = false
        expect(error.completeToBlock).toBeGreaterThanOrEqual(next - 1n)
        found.push(...(error.logs as bigint[]))
        expect(found).toEqual(idsBetween(blocks, fromBlock, Number(error.completeToBlock)))
        next = error.completeToBlock + 1n
      }
    }
  } finally {
    await endpoint.stop()
  }
}

test('whatever the endpoint does, every log comes exactly once and in order, or the error says how far it got', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (one) => {
      await play(one)
    }),
    runs(40, 240),
  )
})

test('a refusal for good ends the read, and resuming later completes it', async () => {
  const withRefusals = scenario.map((one) => ({
    ...one,
    misfortunes: one.misfortunes.map((name, index) => (index % 7 === 3 ? 'refused' : name)),
  }))
  await fc.assert(
    fc.asyncProperty(withRefusals, async (one) => {
      await play(one)
    }),
    runs(25, 150),
  )
})

test('up to three faults in a row are survived without an error', async () => {
  const mild = scenario.map((one) => ({ ...one, misfortunes: one.misfortunes.slice(0, 3) }))
  await fc.assert(
    fc.asyncProperty(mild, async (one) => {
      expect(await play(one)).toBe(true)
    }),
    runs(20, 120),
  )
})
