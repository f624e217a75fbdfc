import { SOME_BOX, someBox } from '@holdfast/testkit/someBox'
import { expect, test } from 'vitest'
import { boxCautions, boxStatus } from './boxStatus.js'

const { usdc, target, cosigner } = SOME_BOX

test.each([
  ['active', [], {}],
  ['active', [], { now: 2_000 }],
  ['active', ['sweepable'], { balance: 3_000_001n }],
  ['spent', ['sweepable'], { remaining: 0n, balance: 1n }],
  ['expired', ['sweepable'], { now: 2_001 }],
  ['expired', [], { now: 2_001, balance: 0n }],
  ['active', ['foreign_token', 'foreign_cosigner'], { token: target, cosigner: target, balance: null }],
] as const)('%s, %j', (status, cautions, over) => {
  expect(boxStatus(someBox(over))).toBe(status)
  expect(boxCautions(someBox(over), { usdc, cosigner })).toEqual(cautions)
  // A caller that expects no co-signer is warned of none.
  const others = cautions.filter((one) => one !== 'foreign_cosigner')
  expect(boxCautions(someBox(over), { usdc })).toEqual(others)
})
