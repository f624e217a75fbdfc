import { type Address, concatHex, type Hex, hexToBigInt, keccak256, numberToHex, pad } from 'viem'
import type { AnvilCall, AnvilClient } from '../anvil/client.js'

/** Storage slot of an entry in the mapping at `slot`; its key is an account, a number or a word. */
export function mappingSlot(key: Hex, slot: number): Hex {
  return keccak256(concatHex([pad(key), pad(numberToHex(slot))]))
}

/** Makes an account owner, pauser, blacklister, master minter and minter of a token of the issuer's make. */
export function grantRoles(token: Address, account: Address): AnvilCall[] {
  return [
    ...roleSlots.map((slot): AnvilCall => ['anvil_setStorageAt', [token, pad(slot), pad(account)]]),
    ...grantMinter(token, account),
  ]
}

/** Lets an account mint and burn a token of the issuer's make. */
export function grantMinter(token: Address, account: Address): AnvilCall[] {
  return [
    ['anvil_setStorageAt', [token, mappingSlot(account, 12), pad('0x01')]],
    ['anvil_setStorageAt', [token, mappingSlot(account, 13), pad(numberToHex(minterAllowance))]],
  ]
}

/** Pauses a token of the issuer's make, or unpauses it. */
export async function setTokenPaused(anvil: AnvilClient, token: Address, paused: boolean): Promise<void> {
  const word = hexToBigInt(await anvil.request<Hex>('eth_getStorageAt', [token, pauserSlot, 'latest']))
  const changed = paused ? word | pausedBit : word & ~pausedBit
  await anvil.request('anvil_setStorageAt', [token, pad(pauserSlot), pad(numberToHex(changed))])
}

/** Byte 20 of the slot, above the pauser's address. */
const pausedBit = 1n << 160n

const pauserSlot = '0x01'

/** Owner, pauser, blacklister, master minter. */
const roleSlots = ['0x00', pauserSlot, '0x02', '0x08'] as const

const minterAllowance = 10n ** 18n
