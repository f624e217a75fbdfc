import type { Address } from 'viem'
import type { LedgerTransaction } from '../ledger/types.js'
import { type ExplorerContext, indexed, indexedHead } from './context.js'
import { logItems, transactionItems, transferItems } from './items.js'
import { paginate, sortByPosition } from './page.js'
import { addressParameter, hashParameter, wordParameter } from './parameters.js'
import type { References } from './references.js'
import { decimal, feeOf, internalShape } from './shapes.js'

/** `/addresses/:a…` of the REST API. */
export function addressRoutes(context: ExplorerContext, references: References) {
  const transactionsOf = (address: Address) =>
    indexed(context, context.index.transactionsOf(address), (transaction) => transaction)
  const transfersOf = (address: Address) =>
    indexed(context, context.index.transfersOf(address), ({ transaction }) => transaction)

  async function overview(address: Address) {
    const refer = await references.addresses([address])
    const balance = await context.anvil.request('eth_getBalance', [address, 'latest'])
    const creation = context.index.creationOf(address)
    const transfers = transfersOf(address)
    const token = transfers.find((transfer) => transfer.token === address)
    const tokens =
      token === undefined ? undefined : await references.tokens([address], new Map([[address, token.kind.type]]))
    return {
      ...refer(address),
      creator_address_hash: creation?.from ?? null,
      creation_transaction_hash: creation?.hash ?? null,
      creation_status: creation === undefined ? null : 'success',
      coin_balance: decimal(balance),
      block_number_balance_updated_at: indexedHead(context),
      exchange_rate: null,
      token: tokens?.(address) ?? null,
      has_logs: context.ledger.findLogs(allLogs(address)).length > 0,
      has_tokens: transfers.some(({ to }) => to === address),
      has_token_transfers: transfers.length > 0,
      has_validated_blocks: false,
      has_beacon_chain_withdrawals: false,
      watchlist_address_id: null,
    }
  }

  function counters(address: Address) {
    const transactions = transactionsOf(address)
    const gas = transactions.reduce((sum, { receipt }) => sum + BigInt(String(receipt.gasUsed)), 0n)
    return {
      transactions_count: String(transactions.length),
      token_transfers_count: String(transfersOf(address).length),
      gas_usage_count: gas.toString(),
      validations_count: '0',
    }
  }

  function transactions(address: Address, query: URLSearchParams) {
    const filter = wordParameter(query, 'filter', ['from', 'to'])
    const sort = wordParameter(query, 'sort', ['block_number', 'value', 'fee'])
    const order = wordParameter(query, 'order', ['asc', 'desc'])
    const items = transactionsOf(address).filter(({ from, to }) =>
      filter === undefined ? true : filter === 'from' ? from === address : to === address,
    )
    const place = ({ blockNumber, index }: LedgerTransaction) => ({
      block_number: BigInt(blockNumber),
      index: BigInt(index),
    })
    const position = (item: LedgerTransaction) =>
      sort === 'value' || sort === 'fee'
        ? { [sort]: sort === 'value' ? item.value : feeOf(item), ...place(item) }
        : place(item)
    const ordered = sort === 'value' || sort === 'fee' ? sortByPosition(items, position) : items
    const page = paginate(context, query, ordered, position, order !== 'asc', (item, count) => ({
      items_count: count,
      hash: item.hash,
      inserted_at: new Date(item.timestamp * 1_000).toISOString(),
      value: item.value.toString(),
      fee: feeOf(item).toString(),
    }))
    return transactionItems(context, references, page)
  }

  function tokenTransfers(address: Address, query: URLSearchParams) {
    const filter = wordParameter(query, 'filter', ['from', 'to'])
    const types = query.get('type')?.split(',')
    const token = query.get('token')
    const only = token === null ? undefined : addressParameter(token, 'token')
    const items = transfersOf(address).filter(
      (transfer) =>
        (transfer.from === address || transfer.to === address) &&
        (filter === undefined || transfer[filter] === address) &&
        (types === undefined || types.includes(transfer.kind.type)) &&
        (only === undefined || transfer.token === only),
    )
    return transferItems(context, references, query, items)
  }

  function logs(address: Address, query: URLSearchParams) {
    const topic = query.get('topic')
    const wanted = topic === null ? undefined : hashParameter(topic, 'topic')
    const all = indexed(context, context.ledger.findLogs(allLogs(address)), (log) => log)
    return logItems(
      context,
      references,
      query,
      wanted === undefined ? all : all.filter(({ topics }) => topics.includes(wanted)),
    )
  }

  async function internalTransactions(address: Address, query: URLSearchParams) {
    const filter = wordParameter(query, 'filter', ['from', 'to'])
    const all = indexed(context, context.ledger.transactions, (transaction) => transaction)
    const items = all.flatMap((transaction) =>
      transaction.internal
        .filter(({ from, to }) => (filter !== 'to' && same(from, address)) || (filter !== 'from' && same(to, address)))
        .map((internal) => ({ transaction, internal })),
    )
    const page = paginate(context, query, items, ({ transaction, internal }) => ({
      block_number: BigInt(transaction.blockNumber),
      transaction_index: BigInt(transaction.index),
      index: BigInt(internal.index),
    }))
    const refer = await references.addresses(page.items.flatMap(({ internal }) => [internal.from, internal.to]))
    return {
      ...page,
      items: page.items.map(({ transaction, internal }) => internalShape(transaction, internal, refer)),
      meta: { status: 1, message: null },
    }
  }

  return async (address: string, part: string | undefined, query: URLSearchParams) => {
    const known = addressParameter(address)
    switch (part) {
      case undefined:
        return overview(known)
      case 'counters':
        return counters(known)
      case 'transactions':
        return transactions(known, query)
      case 'token-transfers':
        return tokenTransfers(known, query)
      case 'logs':
        return logs(known, query)
      case 'internal-transactions':
        return internalTransactions(known, query)
      default:
        return undefined
    }
  }
}

function allLogs(address: Address) {
  return { fromBlock: 0, toBlock: Number.MAX_SAFE_INTEGER - 1, addresses: [address.toLowerCase()], topics: [] }
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
