import { type NetworkBlock, networkBlocks } from '../../config/networkBlocks.js'

/** Whole UTC days since 1970. */
export const dayOf = (now: number): number => Math.floor(now / dayMs)

/** Until the quotas of the next day. */
export const secondsToNextDay = (now: number): number => Math.ceil(((dayOf(now) + 1) * dayMs - now) / 1000)

export const GLOBAL = 'global'
export const addressScope = (address: string): string => `address:${address.toLowerCase()}`
export const networkScope = ({ kind, name }: NetworkBlock): string => `${kind}:${name}`
/** Of each block that a network counts towards. */
export const networkScopes = (network: string | null | undefined): string[] =>
  network == null ? [] : networkBlocks(network).map(networkScope)
export const chainScope = (chainId: number): string => `chain:${chainId}`

const dayMs = 86_400_000
