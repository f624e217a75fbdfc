import type { FaultState } from '../faults/FaultState.js'
import type { IssuerChain } from './IssuerChain.js'

/** What both of the issuer's services work with. */
export type IssuerContext = {
  /** By domain. */
  chains: ReadonlyMap<number, IssuerChain>
  faults: FaultState
  /** How long a second of the issuer's lasts, in seconds. */
  pace: number
}
