/** Decimals of USDC's ERC-20 interface on every chain; the 18-decimal native view is never used for amounts. */
export const USDC_DECIMALS = 6

/** Arc testnet. */
export const PRIMARY_CHAIN_ID = 5042002

/** Domain of the primary chain in the issuer's Bridge and Hub. */
export const PRIMARY_BRIDGE_DOMAIN = 26

/**
 * Account 1 of the well-known development mnemonic, whose key is public. The issuer was seen to block it on the primary
 * chain's USDC (2026-09-11): payments to and from it revert. No genesis file or deployment seeds it, and the issuer may lift
 * the block, so ask `isBlacklisted` of USDC where it matters. The devnet blocks it from the first block.
 */
export const BLOCKLISTED_TEST_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Blocks that one log query of the primary chain may span, both ends included. */
export const MAX_LOG_RANGE = 10_000
