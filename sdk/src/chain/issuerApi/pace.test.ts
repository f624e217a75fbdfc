import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from './pace.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const { signal } = new AbortController()

test('behavior: stays under the limit, however many ask at once', async () => {
  const pace = createPace()
  const starts: number[] = []
  for (let index = 0; index < 100; index += 1) pace.turn(signal).then(() => starts.push(performance.now()))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(starts).toHaveLength(100)
  for (const start of starts)
    expect(starts.filter((other) => other >= start && other < start + 1_000).length).toBeLessThan(35)
})

test('behavior: a caller that gives up leaves the queue', async () => {
  const pace = createPace()
  const controller = new AbortController()
  const outcomes: string[] = []
  for (const name of ['first', 'gone', 'last'])
    pace.turn(name === 'gone' ? controller.signal : signal).then(
      () => outcomes.push(name),
      (reason: unknown) => outcomes.push(String(reason)),
    )
  controller.abort('gave up')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outcomes).toEqual(['first', 'gave up', 'last'])
})

test('behavior: each refusal doubles the pause, up to the five minutes for which the host would block', async () => {
  const pace = createPace()
  const pauses: number[] = []
  for (let refusal = 0; refusal < 8; refusal += 1) {
    pauses.push(pace.backOff(undefined))
    // A second refusal in the same pause does not double it again.
    expect(pace.backOff(undefined)).toBe(pauses.at(-1))
    await vi.advanceTimersByTimeAsync(pause(pauses))
    expect(pace.pausedForMs()).toBe(0)
  }
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000])
  pace.recover()
  expect(pace.backOff(undefined)).toBe(5_000)
})

test('behavior: waits as long as the host asks, up to five minutes', async () => {
  expect(createPace().backOff(2_000)).toBe(2_000)
  expect(createPace().backOff(86_400_000)).toBe(300_000)
})

function pause(pauses: readonly number[]): number {
  return pauses.at(-1) ?? 0
}
