import { expect, test } from 'vitest'
import { type Cold, measureCold, printCold } from './cold.js'

const requestsOf = ({ steps }: Cold, name: string) => steps.find(({ step }) => step === name)?.requests ?? Number.NaN

test('measureCold: incomplete until everything is read, and resumed where it was stopped', async () => {
  const cold = await measureCold(300, 0)
  expect(cold.steps.map(({ step, found }) => [step, found?.payees, found?.complete])).toEqual([
    ['getHistory, nothing synced', 6, false],
    ['sync, in one go', undefined, undefined],
    ['getHistory, synced', 300, true],
    ['prepareHistory', 300, true],
    ['sync, stopped half way', undefined, undefined],
    // Three of seven batches, and the 40,000 blocks before the head that every history reads.
    ['getHistory, half synced', 139, false],
    ['sync, resumed from the snapshot', undefined, undefined],
    ['getHistory, synced', 300, true],
  ])
  expect(cold.readAgain).toBe(0)
  expect(cold.lost).toBeGreaterThan(0)
  expect(cold.lost).toBeLessThan(64)
  // Each provider asks for the head, and a new one for the chain; all else is logs, and each log query is asked once.
  const queries = requestsOf(cold, 'sync, in one go') - 1
  const inTwo = requestsOf(cold, 'sync, stopped half way') + requestsOf(cold, 'sync, resumed from the snapshot') - 4
  expect(queries).toBe(3 * 216)
  expect(inTwo).toBe(queries + cold.lost)
})

test('printCold: a row for each call', () => {
  const steps = [
    { step: 'sync', ms: 1_234, requests: 433 },
    { step: 'getHistory', ms: 370, requests: 103, found: { payees: 100_000, complete: true } },
  ]
  const lines = printCold({ payees: 100_000, latencyMs: 20, steps, readAgain: 0, lost: 23 }).join('\n')
  expect(lines).toContain('| sync | 1.23 s | 433 | – | – |')
  expect(lines).toContain('| getHistory | 370 ms | 103 | 100,000 | true |')
})
