import { json, type Surface } from '../../http/reply.js'
import { addressRoutes } from './addresses.js'
import { blockRoutes } from './blocks.js'
import { type ExplorerContext, indexed, indexedHead } from './context.js'
import type { References } from './references.js'
import { ExplorerRefusal } from './refusal.js'
import { tokenRoutes } from './tokens.js'
import { transactionRoutes } from './transactions.js'

/** The explorer's REST API, version 2. */
export function restSurface(context: ExplorerContext, references: References): Surface {
  const addresses = addressRoutes(context, references)
  const transactions = transactionRoutes(context, references)
  const blocks = blockRoutes(context, references)
  const tokens = tokenRoutes(context, references)

  async function route(path: string, query: URLSearchParams): Promise<unknown> {
    const [root, first, second, ...more] = path.split('/').filter((part) => part !== '')
    if (more.length > 0) return undefined
    switch (root) {
      case 'addresses':
        return first === undefined ? undefined : addresses(first, second, query)
      case 'transactions':
        return transactions(first, second, query)
      case 'blocks':
        return blocks(first, second, query)
      case 'tokens':
        return tokens(first, second, query)
      case 'main-page':
        return first === 'indexing-status' ? indexingStatus() : undefined
      case 'stats':
        return stats()
      default:
        return undefined
    }
  }

  function indexingStatus() {
    const finished = !context.faults.current.explorer.indexing
    return {
      finished_indexing: finished,
      finished_indexing_blocks: finished,
      indexed_blocks_ratio: finished ? '1.00' : '0.42',
      indexed_internal_transactions_ratio: finished ? '1' : null,
    }
  }

  function stats() {
    const transactions = indexed(context, context.ledger.transactions, (transaction) => transaction)
    return {
      total_blocks: String(indexedHead(context)),
      total_transactions: String(transactions.length),
      average_block_time: 500,
      coin_price: null,
      gas_prices: { slow: 20, average: 22, fast: 24 },
      network_utilization_percentage: 0,
    }
  }

  return async ({ method, path, query }) => {
    if (method !== 'GET') return json(404, { message: 'Not found' })
    try {
      const result = await route(path, query)
      return result === undefined ? json(404, { message: 'Not found' }) : json(200, result)
    } catch (error) {
      if (error instanceof ExplorerRefusal) return json(error.status, error.body)
      throw error
    }
  }
}
