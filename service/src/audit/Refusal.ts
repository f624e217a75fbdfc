import type { Tallied } from './createTally.js'

/** A refusal whose reason is money. Does not identify the caller. */
export type Refusal = {
  /** One of a few codes. */
  reason: string
  /** Kind of the requested operation. */
  kind: string
  chainId: number
}

/** As it is recorded. */
export function tallied({ reason, kind, chainId }: Refusal): Tallied {
  return { kind: 'refuse', sort: { reason, operationKind: kind, chain: chainId } }
}
