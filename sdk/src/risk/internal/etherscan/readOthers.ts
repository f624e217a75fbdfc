import type { Address } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import type { ChainDeployment } from '../../../chain/registry.js'
import type { ListRead, ListScope, RawRecord } from '../findings.js'
import { readTransferRow } from '../legacy/accountRows.js'
import { readAccountList } from '../legacy/readAccountList.js'
import { rowsPerPage } from './historyLists.js'

/** Movements of tokens of every kind: the newest page. */
export async function readOthers(
  { legacy }: ExplorerApis,
  _chain: ChainDeployment,
  sender: Address,
  scope: ListScope,
): Promise<ListRead<RawRecord>[]> {
  const query = { action: 'tokentx', address: sender } as const
  return [await readAccountList(legacy, query, { ...scope, maxPages: 1, rowsPerPage }, readTransferRow)]
}
