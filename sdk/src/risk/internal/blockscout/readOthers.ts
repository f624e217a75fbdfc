import type { Address } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import type { ChainDeployment } from '../../../chain/registry.js'
import type { ListRead, ListScope, RawRecord } from '../findings.js'
import { readZeroLogs } from '../legacy/readZeroLogs.js'
import { readTransfer } from './historyItems.js'
import { readList } from './historyLists.js'

/** Movements of tokens of every kind, newest first, and the transfers of nothing that the list of the primary chain lacks. */
export function readOthers(
  { rest, legacy }: ExplorerApis,
  { gasIsUsdc, usdc }: ChainDeployment,
  sender: Address,
  scope: ListScope,
): Promise<ListRead<RawRecord>[]> {
  return Promise.all([
    readList({ rest, path: `/addresses/${sender}/token-transfers`, query: {} }, scope, readTransfer),
    ...(gasIsUsdc
      ? [readZeroLogs(legacy, usdc, { from: sender }, scope), readZeroLogs(legacy, usdc, { to: sender }, scope)]
      : []),
  ])
}
