import { TRANSFER_CONTRACT_ADDRESS, TRANSFER_DEPLOY_BLOCK } from '@holdfast/sdk/chain'

/** What the reader and the endpoint of `logs.bench.ts` agree on. */
export const FIRST_BLOCK = Number(TRANSFER_DEPLOY_BLOCK)

/** About twelve days of the primary chain. */
export const BLOCKS = 2_160_000

export const CONTRACT = TRANSFER_CONTRACT_ADDRESS
