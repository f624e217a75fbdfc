import type { Call } from './Call.js'
import type { Fees } from './fees.js'

/** What one transaction is for. */
export type Job = {
  /** Never used twice. */
  id: string
  call: Call
  gas: bigint
  fees: Pick<Fees, 'maxFee' | 'tip'>
}
