import { type Address, type Hex, keccak256, pad } from 'viem'
import { parseParty } from '../chain/address.js'

/**
 * What a box knows of its owner: keccak256 of the ABI-encoded address. Part of the address of the box.
 *
 * @throws {@link InvalidAddressError} when it is not an address, or zero.
 * @example
 * const hash = ownerHash('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
 */
export function ownerHash(owner: Address): Hex {
  return hashOf('owner', owner)
}

/**
 * What a box knows of its vault until it is swept: keccak256 of the ABI-encoded address.
 *
 * @throws {@link InvalidAddressError} when it is not an address, or zero.
 * @example
 * const hash = vaultHash('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
 */
export function vaultHash(vault: Address): Hex {
  return hashOf('vault', vault)
}

/** An ABI-encoded address is the address padded to a word. */
function hashOf(parameter: string, address: Address): Hex {
  return keccak256(pad(parseParty(parameter, address)))
}
