import type { Address } from 'viem'

/** The form in which addresses are compared. */
export function lower(address: Address): Address {
  return address.toLowerCase() as Address
}
