import { type Address, checksumAddress } from 'viem'
import type { RiskLevel, RiskReason } from '../../errors/risk.js'

/** @param meant - The address that the payer probably means, in any case. */
export function lookalikeReason(severity: RiskLevel, meant: Address, isPaid: boolean): RiskReason {
  return {
    code: 'LOOKALIKE_ADDRESS',
    severity,
    message: isPaid
      ? 'You have paid this address, and another one you know looks the same. One of them is probably an impostor.'
      : 'Shows the same first and last characters as an address you know, but is another one.',
    lookalikeOf: checksumAddress(meant.toLowerCase() as Address),
  }
}
