import {
  CachingDataProvider,
  ExplorerDataProvider,
  FallbackDataProvider,
  type IDataProvider,
  RpcDataProvider,
} from '@holdfast/sdk/risk'
import type { Metrics } from '../telemetry/Telemetry.js'
import type { ServedChain } from './ServedChain.js'

/**
 * Makes where the facts about payers and targets come from, the same for everybody who judges: a chain's explorer, its node
 * where the explorer fails, is behind or keeps silent, and what is remembered of payers, once for each chain.
 *
 * @example
 * const providerOf = createRiskSources({ metrics })
 * const firewall = createFirewall(chains, { providerOf })
 */
export function createRiskSources({ metrics }: { metrics?: Metrics | undefined } = {}): RiskSources {
  const providers = new Map<number, IDataProvider>()
  return (chain) => {
    const known = providers.get(chain.id) ?? new CachingDataProvider(sourcesOf(chain, metrics))
    providers.set(chain.id, known)
    return known
  }
}

/** The one provider of a chain. */
export type RiskSources = (chain: ServedChain) => IDataProvider

function sourcesOf({ id, deployment, client }: ServedChain, metrics: Metrics | undefined): IDataProvider {
  const sources = [
    ...(deployment.explorerApi === undefined
      ? []
      : [{ name: 'explorer', provider: new ExplorerDataProvider({ chainId: id, client }) }]),
    { name: 'node', provider: new RpcDataProvider({ client, chainId: id }) },
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

/** Less than half of what a judge waits for a source, so that the node still has its turn. */
const patienceMs = 1_500
