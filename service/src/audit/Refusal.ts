import type { Tallied } from './createTally.js'

/** A request that was refused for a limit of money or quota. Does not identify the caller. */
export type Refusal = {
  /** One of a few codes. */
  reason: string
  /** Kind of the requested operation. */
  kind: string
  chainId: number
}

/** The refusal as the audit counts it. */
export function tallied({ reason, kind, chainId }: Refusal): Tallied {
  return { kind: 'refuse', sort: { reason, operationKind: kind, chain: chainId } }
}
