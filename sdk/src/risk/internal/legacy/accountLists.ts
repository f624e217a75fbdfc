import type { Address } from 'viem'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import type { ListScope } from '../findings.js'
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
    readTransfers: (contractaddress, scope) => list({ action: 'tokentx', contractaddress }, scope, readTransferRow),
    readTransactions: (scope) => list({ action: 'txlist' }, scope, readTransactionRow),
    readInternals: (scope) => list({ action: 'txlistinternal' }, scope, readInternalRow),
  }
}

const pagesAtOnce = 16
const leastPerPage = 500
