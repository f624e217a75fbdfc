import { getAddress } from 'viem'
import { FIRST_BLOCK } from '../facts.js'
import type { RpcObject } from '../ledger/types.js'
import { type ExplorerContext, indexedHead } from './context.js'
import type { References } from './references.js'
import { invalid, notFound } from './refusal.js'
import { decimal, feeOf, isoTime } from './shapes.js'

const pageBlocks = 50

/** `/blocks…` of the REST API. Blocks are read from the chain as they are asked for. */
export function blockRoutes(context: ExplorerContext, references: References) {
  async function read(numbers: readonly number[]) {
    const blocks = await context.anvil.batch<RpcObject>(
      numbers.map((number) => ['eth_getBlockByNumber', [`0x${number.toString(16)}`, false]]),
    )
    const miners = blocks.map((block) => getAddress(String(block.miner)))
    const refer = await references.addresses(miners)
    return blocks.map((block, index) => shape(block, refer(miners[index] ?? null)))
  }

  function shape(block: RpcObject, miner: unknown) {
    const transactions = context.ledger.transactionsOf(Number(block.number))
    const fees = transactions.reduce((sum, transaction) => sum + feeOf(transaction), 0n)
    const used = Number(block.gasUsed)
    const limit = Number(block.gasLimit)
    return {
      height: Number(block.number),
      timestamp: isoTime(Number(block.timestamp)),
      hash: block.hash,
      parent_hash: block.parentHash,
      miner,
      transactions_count: transactions.length,
      internal_transactions_count: transactions.reduce((sum, { internal }) => sum + internal.length, 0),
      gas_used: decimal(block.gasUsed),
      gas_limit: decimal(block.gasLimit),
      base_fee_per_gas: '20000000000',
      burnt_fees: '0',
      priority_fee: '0',
      transaction_fees: fees.toString(),
      gas_used_percentage: (used / limit) * 100,
      gas_target_percentage: (used / limit) * 200 - 100,
      burnt_fees_percentage: null,
      size: Number(block.size ?? 0),
      type: 'block',
      rewards: [],
      is_pending_update: false,
    }
  }

  async function list(query: URLSearchParams) {
    const head = indexedHead(context)
    const cursor = query.get('block_number')
    if (cursor !== null && !/^[0-9]+$/.test(cursor)) throw invalid('block_number', 'Invalid integer')
    const first = cursor === null ? head : Math.min(head, Number(cursor) - 1)
    const count = Math.max(0, Math.min(pageBlocks, first - FIRST_BLOCK + 1))
    const items = await read(Array.from({ length: count }, (_, index) => first - index))
    const last = first - count + 1
    const more = count > 0 && last > FIRST_BLOCK
    const itemsCount = Number(query.get('items_count') ?? 0) + pageBlocks
    return { items, next_page_params: more ? { block_number: last, items_count: itemsCount } : null }
  }

  return async (number: string | undefined, part: string | undefined, query: URLSearchParams) => {
    if (number === undefined) return list(query)
    if (part !== undefined) return undefined
    if (!/^[0-9]+$/.test(number)) throw invalid('block_hash_or_number_param', 'Invalid integer')
    const height = Number(number)
    if (height < FIRST_BLOCK || height > indexedHead(context)) throw notFound()
    return (await read([height]))[0]
  }
}
