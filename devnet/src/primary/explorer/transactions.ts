import type { LedgerTransaction } from '../ledger/types.js'
import { type ExplorerContext, indexed, indexedHead } from './context.js'
import { logItems, transactionItems, transferItems } from './items.js'
import { paginate } from './page.js'
import { hashParameter } from './parameters.js'
import type { References } from './references.js'
import { notFound } from './refusal.js'
import { internalShape } from './shapes.js'

/** `/transactions…` of the REST API. */
export function transactionRoutes(context: ExplorerContext, references: References) {
  async function list(query: URLSearchParams) {
    const items = indexed(context, context.ledger.transactions, (transaction) => transaction)
    const page = paginate(context, query, items, ({ blockNumber, index }) => ({
      block_number: BigInt(blockNumber),
      index: BigInt(index),
    }))
    return transactionItems(context, references, page)
  }

  async function one(transaction: LedgerTransaction) {
    const whole = await transactionItems(context, references, { items: [transaction], next_page_params: null })
    const transfers = await transferItems(
      context,
      references,
      new URLSearchParams(),
      context.index.transfersIn(transaction),
    )
    return {
      ...whole.items[0],
      token_transfers: transfers.items.slice(0, 10),
      token_transfers_overflow: transfers.items.length > 10,
    }
  }

  async function internals(transaction: LedgerTransaction) {
    const refer = await references.addresses(transaction.internal.flatMap(({ from, to }) => [from, to]))
    return {
      items: transaction.internal.map((internal) => internalShape(transaction, internal, refer)),
      next_page_params: null,
    }
  }

  return async (hash: string | undefined, part: string | undefined, query: URLSearchParams) => {
    if (hash === undefined) return list(query)
    const transaction = context.ledger.transaction(hashParameter(hash))
    if (transaction === undefined || transaction.blockNumber > indexedHead(context)) throw notFound()
    switch (part) {
      case undefined:
        return one(transaction)
      case 'logs':
        return logItems(context, references, query, transaction.logs)
      case 'token-transfers':
        return transferItems(context, references, query, context.index.transfersIn(transaction))
      case 'internal-transactions':
        return internals(transaction)
      default:
        return undefined
    }
  }
}
