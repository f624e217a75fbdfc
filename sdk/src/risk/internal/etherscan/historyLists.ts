import type { Address } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import { etherscanAdapter } from '../../../chain/explorerApi/etherscanAdapter.js'
import type { ChainDeployment } from '../../../chain/registry.js'
import { fact } from '../findings.js'
import { accountLists } from '../legacy/accountLists.js'
import type { HistoryLists } from '../readHistory.js'

/** Routescan, the strictest such host we know, gives so many rows at a time. */
export const rowsPerPage = 5_000

/** How an Etherscan-like API lists a sender's movements. */
export function historyLists(apis: ExplorerApis, _chain: ChainDeployment, sender: Address): HistoryLists {
  return {
    ...accountLists(apis.legacy, sender, rowsPerPage),
    async readProgress({ signal }) {
      // Not every host has it; the rows say how deep they are, too.
      const newest = await fact(signal, () => etherscanAdapter.readIndexedBlock(apis, signal))
      return { indexedTo: newest.value?.block, shortfalls: [] }
    },
  }
}
