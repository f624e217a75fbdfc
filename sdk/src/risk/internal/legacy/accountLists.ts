import type { Address } from 'viem'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import {
  type BlockReader,
  fact,
  isSpare,
  type ListRead,
  type ListScope,
  LongListError,
  type RawRecord,
  readCrowded,
} from '../findings.js'
import type { HistoryLists } from '../readHistory.js'
import { readInternalRow, readTransactionRow, readTransferRow } from './accountRows.js'
import { type AccountQuery, type AccountScope, readAccountList } from './readAccountList.js'

/** The lists of an Etherscan-like API. */
export function accountLists(get: GetJson, sender: Address, rowsPerPage: number): Omit<HistoryLists, 'readProgress'> {
  const list = <row extends { blockNumber: bigint }>(
    query: Omit<AccountQuery, 'address'>,
    scope: ListScope & Pick<AccountScope, 'passesFullBlocks'>,
    readRow: (value: unknown) => row,
    isSpare?: (row: row) => boolean,
  ) => {
    const { maxRows = Number.POSITIVE_INFINITY } = scope
    // Pages are read side by side: together they hold about as many rows as may be kept.
    const perPage = Math.min(rowsPerPage, Math.max(leastPerPage, Math.ceil(maxRows / pagesAtOnce)))
    const maxPages = Math.ceil((scope.maxPages * rowsPerPage) / perPage)
    const pages = { ...scope, maxPages, rowsPerPage: perPage, mostPerPage: rowsPerPage }
    return readAccountList(get, { ...query, address: sender }, pages, readRow, isSpare)
  }
  const isSpareMovement = (row: RawRecord) => isSpare(row, sender)
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
    readTransfers: async (contractaddress, scope) => {
      const found = await list({ action: 'tokentx', contractaddress }, passing(scope), readTransferRow, isSpareMovement)
      return withFullBlocks(found, scope, async (reader, block) => {
        const shown = found.rows.find(({ blockNumber }) => blockNumber === block)
        if (shown === undefined) return []
        const { decimals, timestamp } = shown
        const rows = (await reader.readTransfers(contractaddress, block)).map((row) => ({
          ...row,
          decimals,
          timestamp,
        }))
        return scope.maxRows === undefined ? rows : rows.filter((row) => !isSpareMovement(row))
      })
    },
    readTransactions: async (scope) => {
      const found = await list({ action: 'txlist' }, passing(scope), readTransactionRow)
      return withFullBlocks(found, scope, async (reader, block) => {
        const shown = found.rows.filter(({ blockNumber, from }) => blockNumber === block && from !== sender)
        return [...shown, ...(await reader.readTransactions(block))]
      })
    },
    readInternals: (scope) => list({ action: 'txlistinternal' }, scope, readInternalRow, isSpareMovement),
  }
}

function passing(scope: ListScope) {
  return { ...scope, passesFullBlocks: scope.blocks !== undefined }
}

/** A list with what the node knows of blocks that have more rows than the host shows. */
async function withFullBlocks<row extends { blockNumber: bigint }>(
  { fullBlocks = [], ...list }: ListRead<row>,
  scope: ListScope,
  readBlock: (reader: BlockReader, block: bigint) => Promise<row[]>,
): Promise<ListRead<row>> {
  const { blocks, signal } = scope
  if (blocks === undefined || fullBlocks.length === 0) return list
  const read = await fact(signal, async () => {
    const rows: row[] = []
    for (const block of fullBlocks)
      for (const one of await readCrowded(scope, () => readBlock(blocks, block))) rows.push(one)
    return rows
  })
  if (read.value === undefined) return { ...list, shortfall: read.shortfall }
  const others = list.rows.filter(({ blockNumber }) => !fullBlocks.includes(blockNumber))
  return { ...list, rows: [...others, ...read.value] }
}

/** What is read at once of all tokens: a few megabytes, also where most of it is forged. */
const fewRows = 2_500
/** Hosts that have listed movements of all tokens at once: where they list none, there are none. */
const listingAll = /* @__PURE__ */ new WeakSet<GetJson>()

const pagesAtOnce = 16
const leastPerPage = 500
