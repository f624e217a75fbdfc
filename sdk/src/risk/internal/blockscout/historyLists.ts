import type { Address } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import { readNewestBlock } from '../../../chain/explorerApi/blockscoutAdapter.js'
import { MalformedFieldError, readCount, readObject } from '../../../chain/explorerApi/fields.js'
import type { Query } from '../../../chain/explorerApi/getJson.js'
import type { ChainDeployment } from '../../../chain/registry.js'
import { collect, type Fact, fact, type ListRead, type ListScope, LongListError } from '../findings.js'
import { accountLists } from '../legacy/accountLists.js'
import { deepest, type HistoryLists, type MovementLists } from '../readHistory.js'
import { readInternal, readTransaction, readTransfer } from './historyItems.js'
import { type Page, readPage } from './readPage.js'

/** The most that Blockscout puts into one answer of its Etherscan-like API. */
const rowsPerPage = 10_000

/**
 * How Blockscout lists a sender's movements: by its Etherscan-like API, and where that refuses or fails by its own one,
 * which has 50 rows on a page and is asked for what left the account only.
 */
export function historyLists({ rest, legacy }: ExplorerApis, chain: ChainDeployment, sender: Address): HistoryLists {
  const lists = accountLists(legacy, sender, rowsPerPage)
  const own = ownLists(rest, sender)
  // What has just failed is asked for once more only where the other API fails, too.
  let isRefused = false
  return {
    async readFewTransfers(scope) {
      const few = await lists.readFewTransfers(scope)
      isRefused = few.shortfall !== undefined && !(few.shortfall instanceof LongListError)
      return few
    },
    readTransfers(token, scope) {
      const byOwn = () => own.readTransfers(token, scope)
      const byLegacy = () => lists.readTransfers(token, scope)
      return isRefused ? withSubstitute(scope, byOwn(), byLegacy) : withSubstitute(scope, byLegacy(), byOwn)
    },
    readTransactions: (scope) =>
      withSubstitute(scope, lists.readTransactions(scope), () => own.readTransactions(scope)),
    readInternals: (scope) => withSubstitute(scope, lists.readInternals(scope), () => own.readInternals(scope)),
    async readProgress({ signal, hasNode, last }, transactions) {
      const [status, head] = await Promise.all([readStatus(), readHeight()])
      return {
        indexedTo: head.value?.height,
        indexedAt: head.value?.time,
        shortfalls: [status.shortfall, head.shortfall],
      }

      /** An explorer that still lists what it listed before has not rebuilt its index. */
      async function readStatus(): Promise<Fact<unknown>> {
        const isListed = last && (await transactions).rows.some(({ hash }) => hash === last.hash)
        if (isListed) return { value: undefined, shortfall: undefined }
        return fact(signal, async () => assertIndexed(await rest('/main-page/indexing-status', {}, signal), chain))
      }

      async function readHeight(): Promise<Fact<{ height: bigint; time?: Date }>> {
        const height = hasNode ? deepest((await transactions).rows) : undefined
        if (height !== undefined) return { value: { height }, shortfall: undefined }
        return fact(signal, () => readNewestBlock(rest, signal))
      }
    },
  }
}

/** The lists of Blockscout's own API, as far as the page cap allows. */
export function ownLists(rest: ExplorerApis['rest'], sender: Address): MovementLists {
  const list = <row>(name: string, query: Query, scope: ListScope, readRow: (item: unknown) => row | undefined) =>
    readList({ rest, path: `/addresses/${sender}/${name}`, query }, scope, readRow)
  return {
    readTransfers: (token, scope) =>
      list('token-transfers', { type: 'ERC-20', filter: 'from', token }, scope, readTransfer),
    readTransactions: (scope) => list('transactions', { filter: 'from' }, scope, readTransaction),
    readInternals: (scope) => list('internal-transactions', { filter: 'from' }, scope, readInternal),
  }
}

/** The first list where it is whole, or only too long for a limit of this reading; else the longer one. */
async function withSubstitute<row>(
  { isLimited }: ListScope,
  reading: Promise<ListRead<row>>,
  read: () => Promise<ListRead<row>>,
): Promise<ListRead<row>> {
  const list = await reading
  if (list.shortfall === undefined || (isLimited && list.shortfall instanceof LongListError)) return list
  const substitute = await read()
  return substitute.shortfall === undefined || substitute.listed > list.listed ? substitute : list
}

/** Newest first; ends at the first row that is older than what is wanted. */
export function readList<row>(
  { rest, path, query }: { rest: ExplorerApis['rest']; path: string; query: Query },
  scope: ListScope,
  readRow: (item: unknown) => row | undefined,
): Promise<ListRead<row>> {
  const seen = new Set<string>()
  let cursor: Query = {}
  let oldest = Number.POSITIVE_INFINITY
  return collect(scope, async () => {
    const { items, next }: Page = readPage(await rest(path, { ...query, ...cursor }, scope.signal))
    const rows = items.map(readRow)
    for (const item of items) {
      const { block_number } = readObject(item, 'item')
      // A pending transaction has no block yet.
      const block = block_number === null ? oldest : readCount(block_number, 'block_number')
      if (block > oldest) throw new MalformedFieldError('order of items', item)
      oldest = block
    }
    if (next === null || oldest < scope.fromBlock) return { rows, isLast: true }
    const key = JSON.stringify(next)
    if (seen.has(key)) throw new MalformedFieldError('next_page_params, which goes in a circle', next)
    seen.add(key)
    cursor = next
    return { rows, isLast: false }
  })
}

function assertIndexed(body: unknown, { gasIsUsdc }: ChainDeployment): void {
  const status = readObject(body, 'indexing status')
  const isFinished =
    status.finished_indexing_blocks === true &&
    Number(status.indexed_blocks_ratio) >= 1 &&
    (gasIsUsdc || status.finished_indexing === true)
  if (!isFinished) throw new Error('The explorer has not finished indexing.')
}
