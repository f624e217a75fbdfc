import { expect, test } from 'vitest'
import { assertSpendable } from './assertSpendable.js'
import type { BoxDetails } from './getBox.js'
import { MODE_PULL, MODE_PUSH } from './types.js'

const usdc = '0x3600000000000000000000000000000000000000'
const target = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const cosigner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A box that has paid 2 of 5 USDC and holds 3. */
function someBox(over: Partial<BoxDetails> = {}): BoxDetails {
  return {
    account: target,
    token: usdc,
    target,
    cosigner,
    ownerHash: '0x01',
    vaultHash: '0x01',
    mode: MODE_PUSH,
    maxAmount: 5_000_000n,
    spent: 2_000_000n,
    remaining: 3_000_000n,
    balance: 3_000_000n,
    nonce: 1n,
    perPullMax: 5_000_000n,
    interval: 0,
    lastPull: 0,
    expiry: 2_000,
    now: 1_000,
    ...over,
  }
}

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
