import { ExplorerDataProvider, FallbackDataProvider, type IDataProvider, RpcDataProvider } from '@holdfast/sdk/risk'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { Metrics } from '../../telemetry/Telemetry.js'

/** Where the facts about senders and targets of a chain come from: its explorer where there is one, else its node. */
export function riskSources({ id, deployment, client }: ServedChain, metrics?: Metrics | undefined): IDataProvider {
  const node = new RpcDataProvider({ client, chainId: id })
  if (deployment.explorerApi === undefined) return node
  const names = ['explorer', 'node']
  return new FallbackDataProvider([new ExplorerDataProvider({ chainId: id, client }), node], {
    onFailure: ({ source }) => metrics?.count('firewall_source_failures_total', { source: names[source] ?? 'other' }),
  })
}
