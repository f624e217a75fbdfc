import { expect, test } from 'vitest'
import { boxCautions, boxStatus } from './boxStatus.js'
import { type BoxDetails, MODE_PUSH } from './index.js'

const usdc = '0x3600000000000000000000000000000000000000'
const target = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const cosigner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A box that has paid 2 of 5 USDC and holds 3. */
const box: BoxDetails = {
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
}

test.each([
  ['active', [], {}],
  ['active', [], { now: 2_000 }],
  ['active', ['sweepable'], { balance: 3_000_001n }],
  ['spent', ['sweepable'], { remaining: 0n, balance: 1n }],
  ['expired', ['sweepable'], { now: 2_001 }],
  ['expired', [], { now: 2_001, balance: 0n }],
  ['active', ['foreign_token', 'foreign_cosigner'], { token: target, cosigner: target, balance: null }],
] as const)('%s, %j', (status, cautions, over) => {
  expect(boxStatus({ ...box, ...over })).toBe(status)
  expect(boxCautions({ ...box, ...over }, { usdc, cosigner })).toEqual(cautions)
})
