import type { LedgerLog, LedgerTransaction } from '../ledger/types.js'
import { type ExplorerContext, indexedHead } from './context.js'
import type { TokenTransfer } from './ExplorerIndex.js'
import { type Page, paginate } from './page.js'
import type { References } from './references.js'
import { logShape, transactionShape, transferShape } from './shapes.js'

/** Gives a page of transactions its public shape. */
export async function transactionItems(
  context: ExplorerContext,
  references: References,
  page: Page<LedgerTransaction>,
) {
  const refer = await references.addresses(
    page.items.flatMap(({ from, to, contractAddress }) => [from, to, contractAddress]),
  )
  const head = indexedHead(context)
  return {
    ...page,
    items: page.items.map((item) => transactionShape(item, refer, context.index.transfersIn(item), head)),
  }
}

/** One page of token movements, newest first, in their public shape. */
export async function transferItems(
  context: ExplorerContext,
  references: References,
  query: URLSearchParams,
  items: readonly TokenTransfer[],
) {
  const page = paginate(context, query, items, ({ transaction, log }) => ({
    block_number: BigInt(transaction.blockNumber),
    index: BigInt(log.logIndex),
  }))
  const [refer, token] = await Promise.all([
    references.addresses(page.items.flatMap(({ from, to }) => [from, to])),
    references.tokens(
      page.items.map((item) => item.token),
      new Map(page.items.map((item) => [item.token, item.kind.type])),
    ),
  ])
  return { ...page, items: page.items.map((item) => transferShape(item, refer, token)) }
}

/** One page of logs, newest first, in their public shape. */
export async function logItems(
  context: ExplorerContext,
  references: References,
  query: URLSearchParams,
  items: readonly LedgerLog[],
) {
  const page = paginate(context, query, items, ({ blockNumber, logIndex }) => ({
    block_number: BigInt(blockNumber),
    index: BigInt(logIndex),
  }))
  const refer = await references.addresses(page.items.map(({ address }) => address))
  return { ...page, items: page.items.map((item) => logShape(item, refer)) }
}
