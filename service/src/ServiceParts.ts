import type { ServedChain } from './chains/ServedChain.js'
import type { Config } from './config/Config.js'
import type { Signer } from './keys/Signer.js'
import type { Store } from './store/Store.js'
import type { Log, Metrics } from './telemetry/Telemetry.js'

/** What every part of the service is built from. */
export type ServiceParts = {
  config: Config
  store: Store
  /** By chain id; the primary chain first. */
  chains: ReadonlyMap<number, ServedChain>
  keys: { cosigner: Signer | undefined; relayer: Signer | undefined; keeper: Signer | undefined }
  log: Log
  metrics: Metrics
  /** Unix milliseconds: for rows, people and the chain. */
  now: () => number
  /** For ages within the process; for tests. @default `elapsed` */
  elapsed?: (() => number) | undefined
  /** Aborts when the process is to end. */
  stopping: AbortSignal
}
