import { type Address, concatHex, type Hex, keccak256, numberToHex, pad } from 'viem'
import type { AnvilCall } from '../anvil/client.js'

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

/** Owner, pauser, blacklister, master minter. */
const roleSlots = ['0x00', '0x01', '0x02', '0x08'] as const

const minterAllowance = 10n ** 18n
