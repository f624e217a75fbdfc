import type { Address } from 'viem'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import { type BlockReader, fact, type ListRead, type ListScope, LongListError } from '../findings.js'
import type { HistoryLists } from '../readHistory.js'
import { readInternalRow, readTransactionRow, readTransferRow } from './accountRows.js'
import { type AccountQuery, type AccountScope, readAccountList } from './readAccountList.js'

/** The lists of an Etherscan-like API. */
export function accountLists(get: GetJson, sender: Address, rowsPerPage: number): Omit<HistoryLists, 'readProgress'> {
  const list = <row extends { blockNumber: bigint }>(
    query: Omit<AccountQuery, 'address'>,
    scope: ListScope & Pick<AccountScope, 'passesFullBlocks'>,
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
    readTransfers: async (contractaddress, scope) => {
      const found = await list({ action: 'tokentx', contractaddress }, passing(scope), readTransferRow)
      return withFullBlocks(found, scope, async (reader, block) => {
        const shown = found.rows.find(({ blockNumber }) => blockNumber === block)
        const rows = await reader.readTransfers(contractaddress, block)
        return shown ? rows.map((row) => ({ ...row, decimals: shown.decimals, timestamp: shown.timestamp })) : []
      })
    },
    readTransactions: async (scope) => {
      const found = await list({ action: 'txlist' }, passing(scope), readTransactionRow)
      return withFullBlocks(found, scope, async (reader, block) => {
        const shown = found.rows.filter(({ blockNumber, from }) => blockNumber === block && from !== sender)
        return [...shown, ...(await reader.readTransactions(block))]
      })
    },
    readInternals: (scope) => list({ action: 'txlistinternal' }, scope, readInternalRow),
  }
}

function passing(scope: ListScope) {
  return { ...scope, passesFullBlocks: scope.openBlocks !== undefined }
}

/** A list with what the node knows of blocks that have more rows than the host shows. */
async function withFullBlocks<row extends { blockNumber: bigint }>(
  { fullBlocks = [], ...list }: ListRead<row>,
  { openBlocks, signal }: ListScope,
  readBlock: (reader: BlockReader, block: bigint) => Promise<row[]>,
): Promise<ListRead<row>> {
  if (openBlocks === undefined || fullBlocks.length === 0) return list
  const read = await fact(signal, async () => {
    const reader = await openBlocks()
    const rows: row[] = []
    // One at a time: an answer may have tens of megabytes.
    for (const block of fullBlocks) for (const one of await readBlock(reader, block)) rows.push(one)
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
