import type { ServedChain } from './chains/ServedChain.js'
import type { Config } from './config/Config.js'
import type { Signer } from './keys/Signer.js'
import type { Store } from './store/Store.js'
import type { Log, Metrics } from './telemetry/Telemetry.js'

/** What each part of the service is built from. */
export type ServiceParts = {
  config: Config
  store: Store
  /** By chain id; the primary chain first. */
  chains: ReadonlyMap<number, ServedChain>
  keys: { cosigner: Signer | undefined; relayer: Signer | undefined; keeper: Signer | undefined }
  log: Log
  metrics: Metrics
  /** Unix milliseconds, for stored rows, displayed times and comparison with the chain. */
  now: () => number
  /** Monotonic milliseconds for ages within the process; for tests. @default `elapsed` */
  elapsed?: (() => number) | undefined
  /** Aborts when the process shuts down. */
  stopping: AbortSignal
}
