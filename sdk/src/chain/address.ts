import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import { InvalidAddressError } from '../errors/input.js'

/**
 * Validates an address at the boundary and returns it checksummed.
 *
 * One case is accepted as it comes; mixed case must be the EIP-55 checksum, since a wrong one means a typing error.
 *
 * @param parameter - Name to blame in the error.
 * @throws {@link InvalidAddressError}
 * @example
 * parseAddress('payee', '0x8617e340b3d01fa5f11f306f4090fd50e238070d') // '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
 */
export function parseAddress(parameter: string, value: string): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value))
    throw new InvalidAddressError(parameter, value, 'is not 0x followed by 40 hexadecimal characters')
  const digits = value.slice(2)
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!oneCase && !isAddress(value))
    throw new InvalidAddressError(parameter, value, 'has a wrong checksum', [
      'A character is wrong. Get the address from its owner again; do not correct it by hand.',
    ])
  // Checked above.
  return checksum(value as Address)
}

/** Writes a valid address of any case with its EIP-55 checksum. */
export function checksum(address: Address): Address {
  return getAddress(address)
}

/** The zero address, in the one form it has. */
export const zeroAddress: Address = '0x0000000000000000000000000000000000000000'

/** Like {@link parseAddress}, and refuses the zero address: money sent there is lost. */
export function parseParty(parameter: string, value: string): Address {
  const address = parseAddress(parameter, value)
  if (address === zeroAddress) throw new InvalidAddressError(parameter, address, 'is the zero address')
  return address
}
