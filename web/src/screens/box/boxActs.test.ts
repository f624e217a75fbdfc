import { type BoxDetails, ownerHash, vaultHash } from '@holdfast/sdk/shield'
import { expect, test } from 'vitest'
import { canTakeBack } from './boxActs.js'

const [owner, other] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`] as const
/** A spending account, as far as it is read here. */
const boxOf = (balance: bigint | null) =>
  ({ ownerHash: ownerHash(owner), vaultHash: vaultHash(owner), balance }) as unknown as BoxDetails

test.each([
  [1n, true],
  // It could not be read, so it may hold money.
  [null, true],
  [0n, false],
])('its owner can take back a balance of %s: %s', (balance, expected) => {
  expect(canTakeBack(boxOf(balance), { owner, ephemeralPubKey: undefined }, owner)).toBe(expected)
  // A hidden address of the connected account.
  expect(canTakeBack(boxOf(balance), { owner, ephemeralPubKey: '0x02' }, other)).toBe(expected)
  expect(canTakeBack(boxOf(balance), undefined, other)).toBe(false)
  expect(canTakeBack(boxOf(balance), undefined, undefined)).toBe(false)
})
