import type { Tallied } from './createTally.js'

/** Somebody was refused something for money; nothing of who it was. */
export type Refusal = {
  /** A code of few. */
  reason: string
  /** Of what was asked for. */
  kind: string
  chainId: number
}

/** As it is written down. */
export function tallied({ reason, kind, chainId }: Refusal): Tallied {
  return { kind: 'refuse', sort: { reason, operationKind: kind, chain: chainId } }
}
