import type { Admission } from '../admission/Admission.js'
import type { PreflightFailures } from '../admission/preflightFailures.js'
import type { RiskSources } from '../chains/createRiskSources.js'
import type { ServedChain } from '../chains/ServedChain.js'
import type { Config } from '../config/Config.js'
import type { Indexes } from '../indexes/createIndexes.js'
import type { Signer } from '../keys/Signer.js'
import type { Opinion } from '../opinion/Opinion.js'
import type { Relay } from '../relay/Relay.js'
import type { Store } from '../store/Store.js'

/** What the routes need. A missing part makes its routes answer `not_configured`. */
export type RouteParts = {
  config: Pick<Config, 'limits'>
  store: Store
  /** By chain id; the primary chain first. */
  chains: ReadonlyMap<number, ServedChain>
  indexes: Indexes
  /** The firewall's data source for each chain. */
  providerOf: RiskSources
  admission: Admission
  failures: PreflightFailures
  relay: Relay | undefined
  keys: { cosigner: Signer | undefined; relayer: Signer | undefined }
  /** The language model's second opinion. Without it, an investigation has the verdict of the rules only. */
  opinion?: Pick<Opinion, 'ask'> | undefined
  /** Unix milliseconds. */
  now: () => number
  /** How long an investigation waits for its facts. Twice that is added to the deadline of each route. For tests. */
  patienceMs?: number | undefined
}
