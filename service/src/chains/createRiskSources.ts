import {
  CachingDataProvider,
  ExplorerDataProvider,
  FallbackDataProvider,
  type IDataProvider,
  MergedDataProvider,
  RpcDataProvider,
} from '@holdfast/sdk/risk'
import { getAddress } from 'viem'
import type { Metrics } from '../telemetry/Telemetry.js'
import { createFairLimiter } from './internal/createFairLimiter.js'
import { createHistoryQueues, type HistoryQueues } from './internal/createHistoryQueues.js'
import type { ServedChain } from './ServedChain.js'

/**
 * Creates the data sources about payers and targets, shared by co-signer and investigations: for each chain its
 * explorer, its node for when the explorer fails, lags or does not answer, and a cache of payers' histories.
 *
 * A payer's history is that of all served chains, so that a payee of one is protected against imitations on every
 * other. A served chain that cannot be read makes it incomplete. A target's activity is read on the chain of the
 * payment.
 *
 * @example
 * const providerOf = createRiskSources({ chains, metrics })
 * const firewall = createFirewall({ chains, providerOf })
 */
export function createRiskSources(
  { chains, metrics }: createRiskSources.Parts,
  { cacheBytes = 64 * 1024 * 1024, shortMs, longMs }: createRiskSources.Options = {},
): RiskSources {
  // A history has a list for each token, and a list too long for the cache would be read again for each check.
  const maxRows = Math.max(leastRows, Math.floor(cacheBytes / bytesOfRow / listsOfHistory))
  const places = Math.min(shortPlaces.most, Math.max(shortPlaces.least, Math.floor(cacheBytes / 2 / 1024 / 1024)))
  const cached = new Map<number, IDataProvider>()
  for (const chain of chains.values()) {
    const watch = watchOf(chain.id, metrics)
    const queues = createHistoryQueues({ places, watch, shortMs, longMs })
    const sources = wrapHistory(sourcesOf(chain, queues, { metrics, watch, maxRows, cacheBytes }), queues.shared)
    // The queues bound how many are read at a time.
    const cache = new CachingDataProvider(sources, { maxBytes: cacheBytes, maxReadings: Number.POSITIVE_INFINITY })
    const asked = wrapHistory(cache, queues.joined)
    cached.set(chain.id, metrics ? wrapHistory(asked, measure(cache, chain.id, metrics)) : asked)
  }
  const merged = new Map(
    [...cached].map(([id, own]) => {
      const all = new MergedDataProvider([...cached.values()])
      const getAddressActivity = own.getAddressActivity.bind(own)
      return [id, Object.assign(all, { getAddressActivity, getOutgoingCounterparties: payeesIn(all) })] as const
    }),
  )
  return ({ id }) => {
    const provider = merged.get(id)
    if (provider === undefined) throw new TypeError(`Chain ${id} is not served.`)
    return provider
  }
}

export declare namespace createRiskSources {
  type Parts = {
    chains: ReadonlyMap<number, ServedChain>
    metrics?: Metrics | undefined
  }
  type Options = {
    /** Memory for the payers of one chain. @default 64 MiB */
    cacheBytes?: number | undefined
  } & Pick<createHistoryQueues.Options, 'shortMs' | 'longMs'>
}

/** The data sources for payments of a chain. */
export type RiskSources = (chain: ServedChain) => IDataProvider

function sourcesOf(
  { id, deployment, client }: ServedChain,
  queues: HistoryQueues,
  options: { metrics: Metrics | undefined; watch: ReturnType<typeof watchOf>; maxRows: number; cacheBytes: number },
): FallbackDataProvider {
  const { metrics, watch, maxRows, cacheBytes } = options
  const { onDropped } = watch('requests')
  const limit = (places: number) =>
    createFairLimiter({ concurrency: places, reserved: Math.floor(places / 4), maxQueued: maxRequests, onDropped })
  const explorer = () => new ExplorerDataProvider({ chainId: id, client, maxRows, limit })
  const node = new RpcDataProvider({ client, chainId: id, maxBytes: cacheBytes / 8 })
  const sources = [
    ...(deployment.explorerApi === undefined
      ? []
      : [{ name: 'explorer', provider: wrapHistory<IDataProvider>(explorer(), queues.explorer) }]),
    { name: 'node', provider: wrapHistory<IDataProvider>(node, queues.node) },
  ]
  return new FallbackDataProvider(
    sources.map(({ provider }) => provider),
    {
      patienceMs: patienceMs,
      onFailure: ({ source }) =>
        metrics?.count('firewall_source_failures_total', { source: sources[source]?.name ?? 'other' }),
    },
  )
}

/** Writes to the metrics how many wait in a queue. */
function watchOf(chainId: number, metrics: Metrics | undefined) {
  return (queue: string) => {
    const labels = { chain: `${chainId}`, lane: queue }
    return {
      onQueued: (queued: number) => metrics?.gauge('firewall_waiting', queued, labels),
      onDropped: () => metrics?.count('firewall_lost_total', labels),
    }
  }
}

/** After each reading of a payer, the size of the cache is written to the metrics. */
function measure(cache: CachingDataProvider, chainId: number, metrics: Metrics): (read: GetHistory) => GetHistory {
  const labels = { chain: `${chainId}` }
  let evicted = 0
  const write = () => {
    const { entries, bytes, evictions } = cache.stats
    metrics.gauge('firewall_cache_entries', entries, labels)
    metrics.gauge('firewall_cache_bytes', bytes, labels)
    metrics.count('firewall_cache_evictions_total', labels, evictions - evicted)
    evicted = evictions
  }
  return (read) => (sender, options) => read(sender, options).finally(write)
}

/** Whom a payer has paid, out of its history: a list of payees of its own would be read, and cached, in addition. */
function payeesIn({ getHistory }: IDataProvider): IDataProvider['getOutgoingCounterparties'] {
  return async (sender, { signal } = {}) => {
    const reading = await getHistory?.(sender, { signal, withoutSigners: true, withoutEvidence: true })
    const payer = sender.toLowerCase()
    const payments = (reading?.records ?? []).filter(
      ({ canonical, value, from, to }) =>
        canonical && value > 0n && from.toLowerCase() === payer && to.toLowerCase() !== payer,
    )
    return {
      counterparties: [...new Set(payments.map(({ to }) => getAddress(to)))],
      complete: reading?.complete === true,
    }
  }
}

/** The same provider, whose histories are read another way. */
function wrapHistory<provider extends IDataProvider>(
  provider: provider,
  wrap: (read: GetHistory) => GetHistory,
): provider {
  const read = provider.getHistory?.bind(provider)
  return read ? Object.assign(provider, { getHistory: wrap(read) }) : provider
}

type GetHistory = NonNullable<IDataProvider['getHistory']>

/** Memory that one payment takes in the cache. */
const bytesOfRow = 600
const listsOfHistory = 4

/** A lower limit would make the histories of ordinary payers incomplete. */
const leastRows = 5_000

/** Short histories that are read at the same time: one for two mebibytes of the cache. */
const shortPlaces = { least: 4, most: 16 }

/** Requests to one explorer that wait, about 1 kB each. */
const maxRequests = 2_048

/** Less than half of the time limit of a source, so that there is time left to ask the node. */
const patienceMs = 1_500
