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

/** What relaying on one chain works with. */
export type RelayParts = {
  store: Store
  admission: Admission
  chain: ServedChain
  signer: Signer
  ownAddresses: readonly Address[]
  money: MoneyLimits
  /** Pays for claims where it can. */
  sponsor: Sponsor
  /** Unique among living instances. */
  holder: string
  now: () => number
  elapsed: () => number
  log: Log
  metrics: Metrics
  readFees: (maxAgeMs?: number) => Promise<Fees>
  balance: () => RelayerBalance | undefined
  refreshBalance: () => Promise<RelayerBalance>
  /** Money was spent. */
  onSettled: () => void
  timing: RelayTiming
  onStep: OnStep<RelayStep> | undefined
}

/** Those of the sender, and before and within them those of an operation. */
export type RelayStep = 'held' | SenderStep | 'settling'

/** All in milliseconds. */
export type RelayTiming = SenderTiming & {
  /** Between two looks at the chain. */
  pollMs: number
  /** Between two tries for the lease. */
  standbyMs: number
  /** After which an operation is given back when the chain or the signer do not answer. */
  answerMs: number
  /** Without a trace of a user operation, after which it is made anew with the same nonce key. */
  resendMs: number
  /** After which the sponsor has not answered. */
  sponsorMs: number
}
