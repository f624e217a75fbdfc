import type { FaultState } from '../faults/FaultState.js'
import type { IssuerChain } from './IssuerChain.js'

/** What both of the issuer's services need. */
export type IssuerContext = {
  /** By domain. */
  chains: ReadonlyMap<number, IssuerChain>
  faults: FaultState
  /** Duration of a second of the issuer's time, in seconds. */
  pace: number
}
