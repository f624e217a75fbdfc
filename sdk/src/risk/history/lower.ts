import type { Address } from 'viem'

/** The form in which addresses are compared. */
export function lower(address: Address): Address {
  // Still an address, which the type of text forgets.
  return address.toLowerCase() as Address
}
