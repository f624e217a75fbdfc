import { issuerApis, issuerContracts } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'

/** Takes burns, and the approval before them: one address on every chain of the Bridge. */
export const BRIDGE_TOKEN_MESSENGER: Address = issuerContracts.bridgeTokenMessenger

/** The issuer's attestation and forwarding service for all testnets. */
export const ATTESTATION_API_TESTNET: string = issuerApis.attestation

/** Asks the issuer to mint by itself: `cctp-forward` padded to 24 bytes, version 0, no payload. */
export const FORWARDING_HOOK: Hex = '0x636374702d666f72776172640000000000000000000000000000000000000000'

/**
 * Most USDC in one burn, as documented: 10,000,000, in base units. The limit on chain can be changed, and is what counts
 * where it can be read.
 */
export const DOCUMENTED_BURN_LIMIT = 10_000_000_000_000n
