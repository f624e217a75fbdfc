import { expect, test } from 'vitest'
import { createPacing } from './pacing.js'

function setUp(start = 8) {
  const clock = { now: 0 }
  const pacing = createPacing({ most: 32, start, delayMs: 100, maxDelayMs: 1_000, now: () => clock.now })
  const fill = () => {
    const tickets = []
    while (pacing.hasRoom()) tickets.push(pacing.started())
    return tickets
  }
  return { clock, pacing, fill }
}

test('default: doubles every round trip up to the limit', () => {
  const { pacing, fill } = setUp()
  const rounds = [1, 2, 3, 4].map(() => {
    const tickets = fill()
    for (const ticket of tickets) pacing.answered(ticket, true)
    return tickets.length
  })
  expect(rounds).toEqual([8, 16, 32, 32])
})

test('behavior: a throttling halves once per round trip and pauses', () => {
  const { pacing, fill, clock } = setUp()
  for (const ticket of fill()) expect(pacing.throttled(ticket, undefined)).toBe(1)
  expect(pacing.bearable()).toBe(4)
  expect(pacing.hasRoom()).toBe(false)
  expect(pacing.pauseMs()).toBeGreaterThan(70)
  clock.now = 100
  expect(fill().length).toBe(4)
})

test('behavior: waits as long as the endpoint asks', () => {
  const { pacing, fill } = setUp(1)
  for (const ticket of fill()) pacing.throttled(ticket, 2_000)
  expect(pacing.pauseMs()).toBe(2_000)
})

test('behavior: counts throttlings in a row, and one success ends the row', () => {
  const { pacing, fill, clock } = setUp(1)
  const throttle = () => {
    clock.now += 10_000
    return fill().map((ticket) => pacing.throttled(ticket, undefined))
  }
  expect([throttle(), throttle(), throttle()]).toEqual([[1], [2], [3]])
  clock.now += 10_000
  for (const ticket of fill()) pacing.answered(ticket, true)
  expect(throttle()).toEqual([1])
})

test('behavior: tries one more only after a long quiet', () => {
  const { pacing, fill, clock } = setUp(2)
  for (const ticket of fill()) pacing.throttled(ticket, undefined)
  clock.now = 10_000
  for (let answers = 0; answers < 31; answers++) for (const ticket of fill()) pacing.answered(ticket, true)
  expect(pacing.bearable()).toBe(1)
  for (const ticket of fill()) pacing.answered(ticket, true)
  expect(pacing.bearable()).toBe(2)
})

test('behavior: other failures do not widen', () => {
  const { pacing, fill } = setUp()
  for (const ticket of fill()) pacing.answered(ticket, false)
  expect(pacing.bearable()).toBe(8)
})
