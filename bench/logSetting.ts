import { TRANSFER_CONTRACT_ADDRESS, TRANSFER_DEPLOY_BLOCK } from '@holdfast/sdk/chain'

/** Shared by the reader and the endpoint of `logs.bench.ts`. */
export const FIRST_BLOCK = Number(TRANSFER_DEPLOY_BLOCK)

/** About twelve days of the primary chain. */
export const BLOCKS = 2_160_000

/** What the endpoint waits before it answers. */
export const latencyMs = 20

export const CONTRACT = TRANSFER_CONTRACT_ADDRESS
