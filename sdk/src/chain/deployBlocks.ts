import { arcTestnetChain } from '@holdfast/contracts'

/** First block of the primary chain that can hold an event of the transfer contract. */
export const TRANSFER_DEPLOY_BLOCK: bigint = arcTestnetChain.deployBlocks.transfer

/** First block of the primary chain that can hold a stealth announcement. */
export const STEALTH_ANNOUNCER_DEPLOY_BLOCK: bigint = arcTestnetChain.deployBlocks.stealthAnnouncer
