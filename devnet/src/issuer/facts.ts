import { issuerContracts } from '@holdfast/contracts'
import type { Address } from 'viem'

/** Addresses of the issuer's contracts on both chains, and of the recipient of its fees. */
export const issuerAddresses = {
  ...issuerContracts,
  /** The devnet's own. */
  feeRecipient: '0x0000000000000000000000000000000000fEe001',
} as const satisfies Record<string, Address>
