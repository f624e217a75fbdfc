import type { FaultState } from '../faults/FaultState.js'
import type { IssuerChain } from './IssuerChain.js'

/** What both of Circle's services, the attestation API (Bridge) and the Hub, need. */
export type IssuerContext = {
  /** By domain, the issuer's number of a chain. */
  chains: ReadonlyMap<number, IssuerChain>
  faults: FaultState
  /** Duration of a second of the issuer's time, in seconds. */
  pace: number
}
