import type { Address } from 'viem'
import type { Admission } from '../../admission/Admission.js'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { MoneyLimits } from '../../config/Config.js'
import type { Signer } from '../../keys/Signer.js'
import type { Store } from '../../store/Store.js'
import type { Log, Metrics } from '../../telemetry/Telemetry.js'
import type { RelayerBalance } from '../Relay.js'
import type { Fees } from './fees.js'
import type { Sponsor } from './Sponsor.js'

/** What a writer works with. */
export type WriterParts = {
  store: Store
  admission: Admission
  chain: ServedChain
  signer: Signer
  ownAddresses: readonly Address[]
  money: MoneyLimits
  /** Pays for claims where it can. */
  sponsor: Sponsor
  /** Unique among living writers. */
  holder: string
  now: () => number
  log: Log
  metrics: Metrics | undefined
  readFees: (maxAgeMs?: number) => Promise<Fees>
  balance: () => RelayerBalance | undefined
  refreshBalance: () => Promise<RelayerBalance>
  /** Money was spent. */
  onSettled: () => void
  timing: Timing
  onStep: OnStep | undefined
}

/** Told of each step before the next one begins; for tests that end the process there. */
export type OnStep = (step: RelayStep, operationId: string | undefined) => void | Promise<void>

/** In this order. */
type RelayStep =
  | 'held'
  | 'signed'
  | 'prepared'
  | 'broadcasting'
  | 'broadcast'
  | 'receipt'
  | 'mined'
  | 'settling'
  | 'settled'

/** All in milliseconds. */
export type Timing = {
  /** Between two looks at the chain. */
  pollMs: number
  /** Between two tries for the lease. */
  standbyMs: number
  leaseMs: number
  /** After which the same bytes are offered again. */
  offerMs: number
  /** After which fees are raised. */
  bumpMs: number
  /** At the cap, after which the nonce is given up. */
  giveUpMs: number
  /** A nonce is used, its receipt is not there: after which the blocks are searched. */
  lateReceiptMs: number
  /** After which an operation is given back when the chain or the signer do not answer. */
  answerMs: number
  /** Without a trace of a user operation, after which it is made anew in the same lane. */
  resendMs: number
  /** After which the sponsor has not answered. */
  sponsorMs: number
}
