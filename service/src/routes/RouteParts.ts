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
  /** Data sources of the firewall. */
  providerOf: RiskSources
  admission: Admission
  failures: PreflightFailures
  relay: Relay | undefined
  keys: { cosigner: Signer | undefined; relayer: Signer | undefined }
  /** Without it, an investigation has the verdict of the rules only. */
  opinion?: Pick<Opinion, 'ask'> | undefined
  /** Unix milliseconds. */
  now: () => number
  /** Time limit for the facts of an investigation; twice that is added to each deadline. For tests. */
  patienceMs?: number | undefined
}
