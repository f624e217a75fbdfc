import type { Address } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import { readDecimal, readObject } from '../../../chain/explorerApi/fields.js'
import type { ChainDeployment } from '../../../chain/registry.js'
import { fact } from '../findings.js'
import { accountLists } from '../legacy/accountLists.js'
import type { HistoryLists } from '../readHistory.js'

/** Routescan, the strictest such host we know, gives so many rows at a time. */
export const rowsPerPage = 5_000

/** How an Etherscan-like API lists a sender's movements. */
export function historyLists({ legacy }: ExplorerApis, _chain: ChainDeployment, sender: Address): HistoryLists {
  return {
    ...accountLists(legacy, sender, rowsPerPage),
    async readProgress({ signal }) {
      const timestamp = `${Math.floor(Date.now() / 1_000)}`
      const query = { module: 'block', action: 'getblocknobytime', timestamp, closest: 'before' }
      // Not every host has it; the rows say how deep they are, too.
      const newest = await fact(signal, async () => {
        const { result } = readObject(await legacy('', query, signal), 'answer')
        return readDecimal(
          typeof result === 'string' ? result : readObject(result, 'result').blockNumber,
          'blockNumber',
        )
      })
      return { indexedTo: newest.value, shortfalls: [] }
    },
  }
}
