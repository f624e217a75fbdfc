import type { Address } from 'viem'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import { type ListScope, LongListError } from '../findings.js'
import type { HistoryLists } from '../readHistory.js'
import { readInternalRow, readTransactionRow, readTransferRow } from './accountRows.js'
import { type AccountQuery, readAccountList } from './readAccountList.js'

/** The lists of an Etherscan-like API. */
export function accountLists(get: GetJson, sender: Address, rowsPerPage: number): Omit<HistoryLists, 'readProgress'> {
  const list = <row extends { blockNumber: bigint }>(
    query: Omit<AccountQuery, 'address'>,
    scope: ListScope,
    readRow: (value: unknown) => row,
  ) => {
    const { maxRows = Number.POSITIVE_INFINITY } = scope
    // Pages are read side by side: together they hold about as many rows as may be kept.
    const perPage = Math.min(rowsPerPage, Math.max(leastPerPage, Math.ceil(maxRows / pagesAtOnce)))
    return readAccountList(get, { ...query, address: sender }, { ...scope, rowsPerPage: perPage }, readRow)
  }
  return {
    async readFewTransfers(scope) {
      const few = Math.min(rowsPerPage, fewRows, scope.maxRows ?? fewRows)
      const query = { action: 'tokentx', address: sender } as const
      const found = await readAccountList(get, query, { ...scope, rowsPerPage: few, isOnePage: true }, readTransferRow)
      if (found.listed > 0 || found.shortfall instanceof LongListError) listingAll.add(get)
      const isBelieved = found.shortfall !== undefined || listingAll.has(get)
      return isBelieved
        ? found
        : { ...found, shortfall: new LongListError('The host may list transfers by token only.') }
    },
    readTransfers: (contractaddress, scope) => list({ action: 'tokentx', contractaddress }, scope, readTransferRow),
    readTransactions: (scope) => list({ action: 'txlist' }, scope, readTransactionRow),
    readInternals: (scope) => list({ action: 'txlistinternal' }, scope, readInternalRow),
  }
}

/** What is read at once of all tokens: a few megabytes, also where most of it is forged. */
const fewRows = 2_500
/** Hosts that have listed movements of all tokens at once: where they list none, there are none. */
const listingAll = /* @__PURE__ */ new WeakSet<GetJson>()

const pagesAtOnce = 16
const leastPerPage = 500
