import { RpcError } from '../../rpc/errors.js'
import { toRpcLog } from '../ledger/ingest.js'
import { hex } from './blockTag.js'
import { type RpcContext, type RpcMethod, visibleHead } from './context.js'
import { findLogs, parseLogFilter } from './getLogs.js'

/** A filter, and the first block that its next poll reads. */
type Filter = { kind: 'logs' | 'blocks'; criteria: unknown; next: number }

/** The methods of filters, which a client polls. Each RPC endpoint of the devnet keeps filters of its own. */
export function filterMethods(): Record<string, RpcMethod> {
  const filters = new Map<string, Filter>()
  let last = 0

  function add(context: RpcContext, kind: Filter['kind'], criteria: unknown) {
    const id = hex(++last)
    filters.set(id, { kind, criteria, next: visibleHead(context) + 1 })
    return id
  }

  function find(id: unknown): Filter {
    const filter = filters.get(String(id))
    if (filter === undefined) throw new RpcError(-32000, 'filter not found')
    return filter
  }

  return {
    eth_newFilter: async (context, [criteria]) => {
      await parseLogFilter(context, criteria)
      return add(context, 'logs', criteria)
    },
    eth_newBlockFilter: async (context) => add(context, 'blocks', undefined),
    eth_newPendingTransactionFilter: async () => {
      throw new RpcError(-32001, 'Pending transaction filters are not allowed')
    },
    eth_uninstallFilter: async (_, [id]) => filters.delete(String(id)),
    eth_getFilterLogs: async (context, [id]) => (await findLogs(context, find(id).criteria)).map(toRpcLog),
    eth_getFilterChanges: async (context, [id]) => {
      const filter = find(id)
      const head = visibleHead(context)
      const from = filter.next
      if (from > head) return []
      filter.next = head + 1
      if (filter.kind === 'blocks') {
        const numbers = Array.from({ length: head - from + 1 }, (_, index) => from + index)
        const blocks = await context.anvil.batch<{ hash: string }>(
          numbers.map((number) => ['eth_getBlockByNumber', [hex(number), false]]),
        )
        return blocks.map(({ hash }) => hash)
      }
      const query = await parseLogFilter(context, filter.criteria)
      return context.ledger.findLogs({ ...query, fromBlock: from, toBlock: head }).map(toRpcLog)
    },
  }
}
