import type { LedgerLog } from '../ledger/types.js'
import { type ExplorerContext, indexed, indexedHead } from './context.js'
import { type LegacyReply, missing, ok, refused } from './legacyReply.js'

const maxRows = 1_000

/**
 * `module=logs&action=getLogs`, oldest first.
 *
 * Between each two given topics the caller must specify `and` or `or`, as on the real explorer.
 */
export function legacyLogs(context: ExplorerContext, query: URLSearchParams): LegacyReply {
  const absent = missing(query, ['fromBlock', 'toBlock'])
  if (absent !== undefined) return absent
  const positions = [0, 1, 2, 3].filter((position) => query.get(`topic${position}`))
  const address = query.get('address')
  if (!address && positions.length === 0)
    return refused('Required query parameters missing: address and/or topic{0,1,2,3}')
  if (address && !/^0x[0-9a-fA-F]{40}$/.test(address)) return refused('Invalid address format')
  const pairs = positions.flatMap((a, index) => positions.slice(index + 1).map((b) => [a, b] as const))
  const missingOperator = missing(
    query,
    pairs.map(([a, b]) => `topic${a}_${b}_opr`),
  )
  if (missingOperator !== undefined) return missingOperator
  const fromBlock = blockParameter(context, query.get('fromBlock'))
  const toBlock = blockParameter(context, query.get('toBlock'))
  if (fromBlock === undefined) return refused('Invalid fromBlock format')
  if (toBlock === undefined) return refused('Invalid toBlock format')

  const equal = (log: LedgerLog, position: number) =>
    log.topics[position] === query.get(`topic${position}`)?.toLowerCase()
  const matches = (log: LedgerLog) =>
    pairs.length === 0
      ? positions.every((position) => equal(log, position))
      : pairs.every(([a, b]) =>
          query.get(`topic${a}_${b}_opr`) === 'or' ? equal(log, a) || equal(log, b) : equal(log, a) && equal(log, b),
        )
  const addresses = address ? [address.toLowerCase()] : undefined
  const logs = context.ledger.findLogs({ fromBlock, toBlock, addresses, topics: [] }).filter(matches)
  const rows = indexed(context, logs, (log) => log)
    .slice(0, limit(context))
    .map((log) => row(context, log))
  return rows.length === 0 ? refused('No logs found', []) : ok(rows)
}

function limit({ faults }: ExplorerContext): number {
  return Math.min(maxRows, faults.current.explorer.truncateItems ?? maxRows)
}

function blockParameter(context: ExplorerContext, value: string | null): number | undefined {
  if (value === 'latest') return indexedHead(context)
  return value !== null && /^[0-9]+$/.test(value) ? Number(value) : undefined
}

function row({ ledger }: ExplorerContext, log: LedgerLog) {
  const receipt = ledger.transaction(log.transactionHash)?.receipt
  return {
    address: log.address.toLowerCase(),
    topics: [0, 1, 2, 3].map((position) => log.topics[position] ?? null),
    data: log.data,
    blockNumber: hex(log.blockNumber),
    timeStamp: hex(log.timestamp),
    gasPrice: receipt?.effectiveGasPrice,
    gasUsed: receipt?.gasUsed,
    logIndex: hex(log.logIndex),
    transactionHash: log.transactionHash,
    transactionIndex: hex(log.transactionIndex),
  }
}

/** The explorer writes zero without a digit. */
function hex(value: number): string {
  return value === 0 ? '0x' : `0x${value.toString(16)}`
}
