import { invalidParams, RpcError } from '../../rpc/errors.js'
import { toRpcLog } from '../ledger/ingest.js'
import type { LedgerLog, LogQuery } from '../ledger/types.js'
import { blockNumberOf } from './blockTag.js'
import { type RpcContext, type RpcMethod, visibleHead } from './context.js'

/** Blocks a log query may span, both ends included. */
const maxRangeBlocks = 10_000
const maxResults = 20_000
const maxTopic0Alternatives = 8

export const getLogs: RpcMethod = async (context, [filter]) => (await findLogs(context, filter)).map(toRpcLog)

/** The logs a filter asks for, or the refusal that the primary chain's hosts would give. */
export async function findLogs(context: RpcContext, filter: unknown): Promise<LedgerLog[]> {
  const query = await parseLogFilter(context, filter)
  if (query.toBlock < query.fromBlock) throw invalidParams('invalid block range params')
  if ((query.topics[0]?.length ?? 0) > maxTopic0Alternatives || query.toBlock - query.fromBlock >= maxRangeBlocks)
    throw new RpcError(-32012, 'requested range too large')
  const { behindBlocks } = context.faults.current.rpc
  if (behindBlocks > 0 && query.toBlock > visibleHead(context) - behindBlocks)
    throw new RpcError(-32014, 'requested data not available')
  const logs = context.ledger.findLogs({ ...query, toBlock: Math.min(query.toBlock, visibleHead(context)) })
  const surplus = logs[maxResults]
  if (surplus !== undefined) {
    const upTo = Math.max(query.fromBlock, surplus.blockNumber - 1)
    throw invalidParams(`query exceeds max results ${maxResults}, retry with the range ${query.fromBlock}-${upTo}`)
  }
  return logs
}

/** Reads a filter object of `eth_getLogs` or `eth_newFilter`. */
export async function parseLogFilter(context: RpcContext, filter: unknown): Promise<LogQuery> {
  if (typeof filter !== 'object' || filter === null) throw invalidParams('missing filter')
  const { fromBlock, toBlock, blockHash, address, topics }: Record<string, unknown> = { ...filter }
  const only = blockHash === undefined ? undefined : await blockByHash(context, blockHash)
  return {
    fromBlock: only ?? blockNumberOf(context, fromBlock),
    toBlock: only ?? blockNumberOf(context, toBlock),
    addresses: alternatives(address, /^0x[0-9a-f]{40}$/),
    topics: trimmed(topics).map((topic) => alternatives(topic, /^0x[0-9a-f]{64}$/)),
  }
}

async function blockByHash({ anvil }: RpcContext, hash: unknown): Promise<number> {
  const block = await anvil.request<{ number: string } | null>('eth_getBlockByHash', [hash, false])
  if (block === null) throw new RpcError(-32001, 'block not found')
  return Number(block.number)
}

function alternatives(value: unknown, form: RegExp): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined
  const list = (Array.isArray(value) ? value : [value]).map((item) => String(item).toLowerCase())
  for (const item of list) if (!form.test(item)) throw invalidParams(`invalid address or topic: ${item}`)
  return list.length === 0 ? undefined : list
}

/** Trailing wildcards do not require a topic in that position. */
function trimmed(topics: unknown): readonly unknown[] {
  if (topics === undefined || topics === null) return []
  if (!Array.isArray(topics)) throw invalidParams('topics must be a list')
  return topics.slice(0, topics.findLastIndex((topic) => topic !== null && topic !== undefined) + 1)
}
