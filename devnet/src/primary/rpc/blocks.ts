import { pad } from 'viem'
import { BASE_FEE, FIRST_BLOCK } from '../facts.js'
import type { LedgerTransaction, RpcObject } from '../ledger/types.js'
import { blockNumberOf, hex } from './blockTag.js'
import { type RpcContext, type RpcMethod, visibleHead } from './context.js'

/** Blocks and what is in them, as far as the caller may see. */
export const blockMethods: Record<string, RpcMethod> = {
  eth_blockNumber: async (context) => hex(visibleHead(context)),
  eth_getBlockByNumber: async (context, [tag, full]) => {
    if (tag === 'pending') return null
    const number = tag === 'earliest' ? FIRST_BLOCK : blockNumberOf(context, tag)
    if (number > visibleHead(context) || number < FIRST_BLOCK) return null
    return inPrimaryForm(await context.anvil.request('eth_getBlockByNumber', [hex(number), full ?? false]))
  },
  eth_getBlockByHash: async (context, [hash, full]) => {
    const block = await context.anvil.request<RpcObject | null>('eth_getBlockByHash', [hash, full ?? false])
    return block === null || Number(block.number) > visibleHead(context) ? null : inPrimaryForm(block)
  },
  eth_getBlockReceipts: async (context, [tag]) =>
    transactionsAt(context, tag).map((transaction) => transaction.receipt),
  eth_getBlockTransactionCountByNumber: async (context, [tag]) => hex(transactionsAt(context, tag).length),
  eth_getTransactionByBlockNumberAndIndex: async (context, [tag, index]) =>
    transactionsAt(context, tag)[Number(index)]?.transaction ?? null,
  eth_getTransactionByHash: async (context, [hash]) => {
    const found = context.ledger.transaction(String(hash))
    return found === undefined || found.blockNumber > visibleHead(context) ? null : found.transaction
  },
  eth_getTransactionReceipt: async (context, [hash]) => {
    const found = context.ledger.transaction(String(hash))
    const { receiptDelayBlocks } = context.faults.current.rpc
    if (found === undefined || found.blockNumber + receiptDelayBlocks > visibleHead(context)) return null
    return found.receipt
  },
}

function transactionsAt(context: RpcContext, tag: unknown): readonly LedgerTransaction[] {
  if (tag === 'pending') return []
  const number = blockNumberOf(context, tag)
  return number > visibleHead(context) ? [] : context.ledger.transactionsOf(number)
}

/** Header fields that differ: the next base fee in `extraData`, no randomness, the parent as beacon root. */
function inPrimaryForm(block: RpcObject | null): RpcObject | null {
  if (block === null) return null
  const fee = BigInt(String(block.baseFeePerGas ?? '0x0'))
  return {
    ...block,
    extraData: pad(hex(BASE_FEE), { size: 8 }),
    baseFeePerGas: hex(fee > BASE_FEE ? fee : BASE_FEE),
    mixHash: pad('0x', { size: 32 }),
    parentBeaconBlockRoot: block.parentHash,
  }
}
