import type { ServedChain } from '../chains/ServedChain.js'
import type { Config } from '../config/Config.js'
import type { ServiceParts } from '../ServiceParts.js'
import type { Metrics } from '../telemetry/Telemetry.js'
import { AnnouncementIndex } from './AnnouncementIndex.js'
import type { EventIndex } from './EventIndex.js'
import type { ScanParts, ScanTiming } from './internal/Scan.js'
import { RecipientIndex } from './RecipientIndex.js'

/**
 * Starts reading the events of every chain, from where the store ends. Of several instances on one store, one reads
 * each index and all serve it.
 *
 * @example
 * const indexes = await createIndexes(parts)
 * const { complete } = indexes.recipients(5042002).status()
 */
export async function createIndexes(parts: createIndexes.Parts, options: createIndexes.Options = {}): Promise<Indexes> {
  const announcements = new Map<number, AnnouncementIndex>()
  const recipients = new Map<number, RecipientIndex>()
  const { instanceId } = parts.config
  for (const chain of parts.chains.values()) {
    const reading = { ...parts, ...options, instanceId, chain, timing: { ...timingOf(chain), ...options.timing } }
    announcements.set(chain.id, new AnnouncementIndex(reading))
    recipients.set(chain.id, new RecipientIndex(reading))
  }
  const all: readonly (AnnouncementIndex | RecipientIndex)[] = [...announcements.values(), ...recipients.values()]

  await Promise.all(all.map((index) => index.load()))

  const measuring = setInterval(() => measure(all, parts), 1_000)
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
  type Parts = Pick<ServiceParts, 'store' | 'chains' | 'log' | 'metrics' | 'now'> & {
    config: Pick<Config, 'instanceId'>
  }

  type Options = {
    /** For tests. */
    timing?: Partial<ScanTiming> | undefined
    /** For tests. */
    onStep?: ScanParts['onStep']
    /** Bytes of announcement pages kept for each chain. */
    cacheBytes?: number | undefined
  }
}

/** Every index of every chain. The firewall, the co-signer and the routes read these and have no others. */
export type Indexes = {
  readonly all: readonly EventIndex[]
  /** @throws `RangeError` for a chain that is not served. */
  announcements: (chainId: number) => AnnouncementIndex
  /** @throws `RangeError` for a chain that is not served. */
  recipients: (chainId: number) => RecipientIndex
  /** Stops committing and releases the leases. */
  stop: () => Promise<void>
}

function measure(all: readonly EventIndex[], { metrics, now }: { metrics: Metrics; now: () => number }): void {
  for (const index of all) {
    const { complete, headTimeMs } = index.status()
    const labels = { index: index.event, chain: String(index.chainId) }
    metrics.gauge('index_complete', complete ? 1 : 0, labels)
    if (headTimeMs !== undefined)
      metrics.gauge('index_head_lag_seconds', Math.max(0, (now() - headTimeMs) / 1000), labels)
  }
}

function of<index>(indexes: ReadonlyMap<number, index>, chainId: number): index {
  const found = indexes.get(chainId)
  if (found === undefined) throw new RangeError(`Chain ${chainId} is not served.`)
  return found
}

/** When blocks are final, a second read is needed only for backends that lag. */
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
