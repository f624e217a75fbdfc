import { someBox } from '@holdfast/testkit/someBox'
import { expect, test } from 'vitest'
import { assertSpendable } from './assertSpendable.js'
import { MODE_PULL, MODE_PUSH } from './types.js'

const pulled = someBox({ mode: MODE_PULL, perPullMax: 1_000_000n, interval: 600, lastPull: 500 })

const { account } = pulled

test.each([
  ['wrong_mode', someBox(), MODE_PULL, 1n, { account }],
  ['wrong_mode', pulled, MODE_PUSH, 1n, { account }],
  ['expired', someBox({ now: 2_001 }), MODE_PUSH, 1n, { account }],
  ['over_limit', someBox(), MODE_PUSH, 3_000_001n, { account, limit: 3_000_000n }],
  ['over_pull_cap', pulled, MODE_PULL, 1_000_001n, { account, limit: 1_000_000n }],
  ['too_soon', pulled, MODE_PULL, 1_000_000n, { account, notBefore: 1_100 }],
  [
    'insufficient_balance',
    someBox({ balance: 1n }),
    MODE_PUSH,
    2n,
    { what: 'balance', needed: 2n, available: 1n, advice: { do: 'fund_box', account, atMost: 1n } },
  ],
] as const)('error: %s', (code, box, mode, amount, facts) =>
  expect(() => assertSpendable(box, mode, amount)).toThrow(expect.objectContaining({ code, ...facts })),
)

test('allows the last unit, the last second, and the first second of the next interval', () => {
  assertSpendable(someBox({ now: 2_000 }), MODE_PUSH, 3_000_000n)
  assertSpendable({ ...pulled, now: 1_100 }, MODE_PULL, 1_000_000n)
  assertSpendable({ ...pulled, lastPull: 0 }, MODE_PULL, 1_000_000n)
  // Before the first pull there is no interval, and a balance that is not known is for the chain to judge.
  assertSpendable({ ...pulled, lastPull: 0, interval: 5_000 }, MODE_PULL, 1_000_000n)
  assertSpendable(someBox({ balance: null }), MODE_PUSH, 3_000_000n)
})
