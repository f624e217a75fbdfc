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
  ) => readAccountList(get, { ...query, address: sender }, { ...scope, rowsPerPage }, readRow)
  return {
    readTransfers: (contractaddress, scope) => list({ action: 'tokentx', contractaddress }, scope, readTransferRow),
    readTransactions: (scope) => list({ action: 'txlist' }, scope, readTransactionRow),
    readInternals: (scope) => list({ action: 'txlistinternal' }, scope, readInternalRow),
  }
}
