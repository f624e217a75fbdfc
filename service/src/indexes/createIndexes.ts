import type { ServedChain } from '../chains/ServedChain.js'
import type { Store } from '../store/Store.js'
import type { Log, Metrics } from '../telemetry/Telemetry.js'
import { AnnouncementIndex } from './AnnouncementIndex.js'
import type { EventIndex } from './EventIndex.js'
import type { ScanTiming } from './internal/Scan.js'
import { RecipientIndex } from './RecipientIndex.js'

/**
 * Starts reading the events of every chain, on from where the store ends. Of several instances on one store, one reads each
 * index and all serve it.
 *
 * @example
 * const indexes = await createIndexes({ store, chains, instanceId: 'one', log, metrics, now: Date.now })
 * const { complete } = indexes.recipients(5042002).status()
 */
export async function createIndexes(options: createIndexes.Options): Promise<Indexes> {
  const { chains, metrics, now } = options
  const announcements = new Map<number, AnnouncementIndex>()
  const recipients = new Map<number, RecipientIndex>()
  for (const chain of chains.values()) {
    const parts = { ...options, chain, timing: { ...timingOf(chain), ...options.timing } }
    announcements.set(chain.id, new AnnouncementIndex(parts))
    recipients.set(chain.id, new RecipientIndex(parts))
  }
  const all: readonly (AnnouncementIndex | RecipientIndex)[] = [...announcements.values(), ...recipients.values()]

  await Promise.all(all.map((index) => index.load()))

  const measure = () => {
    for (const index of all) {
      const { complete, headTimeMs } = index.status()
      const labels = { index: index.event, chain: String(index.chainId) }
      metrics.gauge('index_complete', complete ? 1 : 0, labels)
      if (headTimeMs !== undefined)
        metrics.gauge('index_head_lag_seconds', Math.max(0, (now() - headTimeMs) / 1000), labels)
    }
  }
  const measuring = setInterval(measure, 1_000)
  measuring.unref()

  return {
    all,
    announcements: (chainId) => of(announcements, chainId),
    recipients: (chainId) => of(recipients, chainId),
    async stop() {
      clearInterval(measuring)
      await Promise.all(all.map((index) => index.stop()))
    },
  }
}

export declare namespace createIndexes {
  type Options = {
    store: Store
    chains: ReadonlyMap<number, ServedChain>
    instanceId: string
    log: Log
    metrics: Metrics
    /** Unix milliseconds. */
    now: () => number
    /** For tests. */
    timing?: Partial<ScanTiming> | undefined
    /** For tests. */
    onStep?: import('./internal/Scan.js').ScanParts['onStep']
    /** Bytes of announcement pages kept for each chain. */
    cacheBytes?: number | undefined
  }
}

/** Every index of every chain. The firewall, the co-signer and the routes read these and have none of their own. */
export type Indexes = {
  readonly all: readonly EventIndex[]
  /** @throws `RangeError` for a chain that is not served. */
  announcements: (chainId: number) => AnnouncementIndex
  /** @throws `RangeError` for a chain that is not served. */
  recipients: (chainId: number) => RecipientIndex
  /** Commits nothing more and lets the next holder in. */
  stop: () => Promise<void>
}

function of<index>(indexes: ReadonlyMap<number, index>, chainId: number): index {
  const found = indexes.get(chainId)
  if (found === undefined) throw new RangeError(`Chain ${chainId} is not served.`)
  return found
}

/** On a chain of final blocks only backends that lag need a second look. */
function timingOf({ deployment }: ServedChain): ScanTiming {
  const { blockTimeMs, reorgDepthBlocks } = deployment
  return {
    pollMs: Math.min(Math.max(blockTimeMs, 1_000), 6_000),
    standbyMs: 1_000,
    leaseMs: 15_000,
    maxPauseMs: 30_000,
    staleHeadMs: Math.max(15_000, 5 * blockTimeMs),
    requestTimeoutMs: 10_000,
    retry: { attempts: 5, delayMs: 200, maxDelayMs: 4_000 },
    rereadBlocks: reorgDepthBlocks === 0 ? 20 : 64,
    anchorBlocks: 64,
  }
}
