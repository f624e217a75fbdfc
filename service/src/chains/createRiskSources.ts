import {
  CachingDataProvider,
  ExplorerDataProvider,
  FallbackDataProvider,
  type IDataProvider,
  MergedDataProvider,
  RpcDataProvider,
} from '@holdfast/sdk/risk'
import type { Metrics } from '../telemetry/Telemetry.js'
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
  { cacheBytes = 64 * 1024 * 1024 }: createRiskSources.Options = {},
): RiskSources {
  // A history has a list for each token, and a list too long for the cache would be read again for each check.
  const maxRows = Math.max(leastRows, Math.floor(cacheBytes / bytesOfRow / listsOfHistory))
  const cached = new Map<number, IDataProvider>()
  for (const chain of chains.values()) {
    const cache = new CachingDataProvider(sourcesOf(chain, metrics, { maxRows, cacheBytes }), {
      maxBytes: cacheBytes,
      maxReadings,
    })
    cached.set(chain.id, metrics ? measure(cache, chain.id, metrics) : cache)
  }
  const merged = new Map(
    [...cached].map(([id, own]) => {
      const all = new MergedDataProvider([...cached.values()])
      return [id, Object.assign(all, { getAddressActivity: own.getAddressActivity.bind(own) })] as const
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
  }
}

/** The data sources for payments of a chain. */
export type RiskSources = (chain: ServedChain) => IDataProvider

function sourcesOf(
  { id, deployment, client }: ServedChain,
  metrics: Metrics | undefined,
  { maxRows, cacheBytes }: { maxRows: number; cacheBytes: number },
): IDataProvider {
  const sources = [
    ...(deployment.explorerApi === undefined
      ? []
      : [{ name: 'explorer', provider: new ExplorerDataProvider({ chainId: id, client, maxRows }) }]),
    { name: 'node', provider: new RpcDataProvider({ client, chainId: id, maxBytes: cacheBytes / 8 }) },
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

/** The same provider; after each reading of a payer, the size of its cache is written to the metrics. */
function measure(cache: CachingDataProvider, chainId: number, metrics: Metrics): IDataProvider {
  const labels = { chain: `${chainId}` }
  const { getHistory } = cache
  let evicted = 0
  const write = () => {
    const { entries, bytes, evictions } = cache.stats
    metrics.gauge('firewall_cache_entries', entries, labels)
    metrics.gauge('firewall_cache_bytes', bytes, labels)
    metrics.count('firewall_cache_evictions_total', labels, evictions - evicted)
    evicted = evictions
  }
  return {
    getOutgoingCounterparties: (sender, options) => cache.getOutgoingCounterparties(sender, options).finally(write),
    getAddressActivity: (address, options) => cache.getAddressActivity(address, options),
    countZeroValueTransfers: (from, to, options) => cache.countZeroValueTransfers(from, to, options),
    ...(getHistory && { getHistory: (sender, options) => getHistory(sender, options).finally(write) }),
    ...(cache.getSettledRecipients && { getSettledRecipients: cache.getSettledRecipients }),
  }
}

/** Payers of one chain that are read at the same time; each needs memory for its history. */
const maxReadings = 2

/** Memory that one payment takes in the cache. */
const bytesOfRow = 600
const listsOfHistory = 4

/** A lower limit would make the histories of ordinary payers incomplete. */
const leastRows = 5_000

/** Less than half of the time limit of a source, so that there is time left to ask the node. */
const patienceMs = 1_500
