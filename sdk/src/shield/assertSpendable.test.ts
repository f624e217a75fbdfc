import { someBox } from '@holdfast/testkit/someBox'
import { expect, test } from 'vitest'
import { assertSpendable } from './assertSpendable.js'
import { MODE_PULL, MODE_PUSH } from './types.js'

const pulled = someBox({ mode: MODE_PULL, perPullMax: 1_000_000n, interval: 600, lastPull: 500 })

test.each([
  ['wrong_mode', someBox(), MODE_PULL, 1n],
  ['wrong_mode', pulled, MODE_PUSH, 1n],
  ['expired', someBox({ now: 2_001 }), MODE_PUSH, 1n],
  ['over_limit', someBox(), MODE_PUSH, 3_000_001n],
  ['over_pull_cap', pulled, MODE_PULL, 1_000_001n],
  ['too_soon', pulled, MODE_PULL, 1_000_000n],
  ['insufficient_balance', someBox({ balance: 1n }), MODE_PUSH, 2n],
] as const)('error: %s', (code, box, mode, amount) =>
  expect(() => assertSpendable(box, mode, amount)).toThrow(expect.objectContaining({ code })),
)

test('goes through to the last unit, to the last second, and from the first of the next interval on', () => {
  assertSpendable(someBox({ now: 2_000 }), MODE_PUSH, 3_000_000n)
  assertSpendable({ ...pulled, now: 1_100 }, MODE_PULL, 1_000_000n)
  assertSpendable({ ...pulled, lastPull: 0 }, MODE_PULL, 1_000_000n)
})
