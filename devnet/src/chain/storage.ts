import { type Address, encodeAbiParameters, type Hex, keccak256, numberToHex, pad } from 'viem'
import type { AnvilCall } from '../anvil/client.js'

/** Storage slot of an account's entry in the mapping at `slot`. */
export function mappingSlot(account: Address, slot: number): Hex {
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account, BigInt(slot)]))
}

/** Makes an account owner, pauser, blacklister, master minter and minter of a token of the issuer's make. */
export function grantRoles(token: Address, account: Address): AnvilCall[] {
  return [
    ...ROLE_SLOTS.map((slot): AnvilCall => ['anvil_setStorageAt', [token, pad(slot), pad(account)]]),
    ...grantMinter(token, account),
  ]
}

/** Lets an account mint and burn a token of the issuer's make. */
export function grantMinter(token: Address, account: Address): AnvilCall[] {
  return [
    ['anvil_setStorageAt', [token, mappingSlot(account, 12), pad('0x01')]],
    ['anvil_setStorageAt', [token, mappingSlot(account, 13), pad(numberToHex(MINTER_ALLOWANCE))]],
  ]
}

/** Owner, pauser, blacklister, master minter. */
const ROLE_SLOTS = ['0x00', '0x01', '0x02', '0x08'] as const

const MINTER_ALLOWANCE = 10n ** 18n
