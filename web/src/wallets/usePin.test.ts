import { expect, test } from 'vitest'
import { driftOf, type Pin } from './usePin.js'

const pin: Pin = { connector: 'a', account: '0x8617E340B3D01FA5F11F306F4090FD50E238070D', chainId: 5042002 }

test.each([
  ['nothing', {}, undefined],
  ['the case of the account', { account: '0x8617e340b3d01fa5f11f306f4090fd50e238070d' }, undefined],
  ['the account', { account: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' }, 'account'],
  ['the chain', { chainId: 84532 }, 'chain'],
  ['the wallet', { connector: 'b' }, 'wallet'],
  ['all of it', { account: undefined }, 'disconnected'],
] as const)('where %s has changed, a flow says: %s', (_, change, expected) => {
  // `undefined` is what a wallet without account says.
  expect(driftOf(pin, { ...pin, ...change } as Partial<Pin>)).toBe(expected)
})
