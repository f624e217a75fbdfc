import type { Address } from 'viem'
import type { Admission } from '../../admission/Admission.js'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { MoneyLimits } from '../../config/Config.js'
import type { Signer } from '../../keys/Signer.js'
import type { Fees } from '../../sender/fees.js'
import type { OnStep, SenderStep, SenderTiming } from '../../sender/SenderParts.js'
import type { Store } from '../../store/Store.js'
import type { Log, Metrics } from '../../telemetry/Telemetry.js'
import type { RelayerBalance } from '../Relay.js'
import type { Sponsor } from './Sponsor.js'

/** What relaying on one chain needs. */
export type RelayParts = {
  store: Store
  admission: Admission
  chain: ServedChain
  signer: Signer
  ownAddresses: readonly Address[]
  money: MoneyLimits
  /** Pays for claims where it can. */
  sponsor: Sponsor
  /** Unique among running instances. */
  holder: string
  now: () => number
  elapsed: () => number
  log: Log
  metrics: Metrics
  readFees: (maxAgeMs?: number) => Promise<Fees>
  balance: () => RelayerBalance | undefined
  refreshBalance: () => Promise<RelayerBalance>
  /** Called when money was spent. */
  onSettled: () => void
  timing: RelayTiming
  onStep: OnStep<RelayStep> | undefined
}

/** Steps of the sender, and those of an operation before and during them. */
export type RelayStep = 'held' | SenderStep | 'settling'

/** All in milliseconds. */
export type RelayTiming = SenderTiming & {
  /** Between two reads of the chain. */
  pollMs: number
  /** Between two attempts to get the lease. */
  standbyMs: number
  /** After this time an operation is refused when the chain or the signer does not answer. */
  answerMs: number
  /** After this time without a trace, a user operation is created again with the same nonce key. */
  resendMs: number
  /** Time limit for an answer of the sponsor. */
  sponsorMs: number
}
