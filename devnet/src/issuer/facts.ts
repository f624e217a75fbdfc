import { issuerContracts } from '@holdfast/contracts'
import type { Address } from 'viem'

/** Where the issuer's contracts stand on both chains, and who gets its fees there. */
export const issuerAddresses = {
  ...issuerContracts,
  /** The devnet's own. */
  feeRecipient: '0x0000000000000000000000000000000000fEe001',
} as const satisfies Record<string, Address>
