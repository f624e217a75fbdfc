import { expect, test } from 'vitest'
import { statusOf } from './statusOf.js'

const now = 1_790_000_000_000
const state = { nextBlock: 501, headTimeMs: now, succeededAt: now, rewrites: 0 }
const chain = { startBlock: 100, reorgDepthBlocks: 64, now }

test.each([
  ['now', {}, true],
  ['a head of 60 s ago', { headTimeMs: now - 60_000 }, true],
  ['an older head', { headTimeMs: now - 60_001 }, false],
  ['a head of a clock ahead of ours', { headTimeMs: now + 120_000 }, true],
  ['a round of 60 s ago', { succeededAt: now - 60_000 }, true],
  ['an older round', { succeededAt: now - 60_001 }, false],
  ['a round before our clock was set back', { succeededAt: now + 60_001 }, false],
  ['no head was reached', { headTimeMs: 0 }, false],
])('complete: %s', (_, changes, complete) => {
  expect(statusOf({ ...state, ...changes }, chain).complete).toBe(complete)
})

test('default: the last block that was read, and the last one whose events cannot disappear', () => {
  expect(statusOf(state, chain)).toEqual({
    complete: true,
    completeToBlock: 500,
    settledToBlock: 436,
    headTimeMs: now,
  })
  expect(statusOf({ ...state, nextBlock: 120, headTimeMs: 0 }, chain)).toEqual({
    complete: false,
    completeToBlock: 119,
    settledToBlock: 99,
    headTimeMs: undefined,
  })
})
