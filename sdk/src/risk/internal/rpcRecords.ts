import type { Address, Hash, Hex, RpcLog } from 'viem'
import { getAddress, padHex } from 'viem/utils'
import type { ReadClient } from '../../chain/clients.js'
import { readLogs } from '../../chain/logs/readLogs.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { TRANSFER_TOPIC } from '../../chain/transferTopic.js'
import { lower } from '../history/lower.js'
import type { HistoryRecord } from '../history/SenderHistory.js'
import { decodeMovement, type Movement, nativeTopic } from './decodeMovement.js'
import { multiTokenTopics } from './multiToken.js'

/** Who records native movements on the primary chain: today, and before. No other account can write in their name. */
const systemEmitters = ['0xfffffffffffffffffffffffffffffffffffffffe', '0x1800000000000000000000000000000000000000']
const weiPerUnit = 10n ** 12n

/** Whether a contract is one of those that record native movements on the primary chain. */
export function isSystemEmitter(address: string | null): boolean {
  return address !== null && systemEmitters.includes(address.toLowerCase())
}

/** One movement, as its log records it. */
export type LogRow = Movement & {
  emitter: Address
  blockNumber: bigint
  logIndex: number
  timestamp: Date | null
  transactionHash: Hash
}

/** How logs are read. */
export type LogReading = {
  range: number | undefined
  concurrency: number
  requestTimeoutMs: number
  signal: AbortSignal | undefined
}

/**
 * Every movement of any token that names an address, in a range of blocks: one query for each position at which events have
 * a party.
 */
export async function readRows(
  client: ReadClient,
  { gasIsUsdc }: ChainDeployment,
  subject: Address,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
  { range, concurrency, requestTimeoutMs, signal }: LogReading,
): Promise<LogRow[]> {
  const topic = padHex(lower(subject), { size: 32 })
  const signatures = gasIsUsdc ? [TRANSFER_TOPIC, nativeTopic] : [TRANSFER_TOPIC]
  const decode = gasIsUsdc ? decodeRow : (log: RpcLog) => decodeRow(log, false)
  const options = { range, concurrency, requestTimeoutMs, signal, headBlock: toBlock, retry: { attempts: 4 } }
  const answers = await Promise.all(
    [
      [signatures, topic],
      [[...signatures, ...multiTokenTopics], null, topic],
      [multiTokenTopics, null, null, topic],
    ].map((topics) => readLogs<LogRow>(client, { topics, fromBlock, toBlock, decode }, options)),
  )
  return answers.flatMap(({ logs }) => logs)
}

/**
 * Rows as records. Where USDC is the chain's coin, a movement of the token has two logs, the system's and the token's:
 * they are one record.
 */
export function toHistoryRecords(
  rows: readonly LogRow[],
  chain: ChainDeployment,
  tokens: readonly Address[],
): HistoryRecord[] {
  const known = new Set(tokens.map((token) => token.toLowerCase()))
  const decimals = new Map(chain.tokens.map((token) => [token.address.toLowerCase(), token.decimals]))
  const usdc = chain.usdc.toLowerCase()
  const isSystem = (row: LogRow) => chain.gasIsUsdc && systemEmitters.includes(row.emitter)
  const moveOf = (row: LogRow, value: bigint) => `${row.transactionHash}:${row.from}:${row.to}:${value}`

  const doubled = new Map<string, number>()
  if (chain.gasIsUsdc)
    for (const row of rows)
      if (row.emitter === usdc && row.value > 0n)
        doubled.set(moveOf(row, row.value), (doubled.get(moveOf(row, row.value)) ?? 0) + 1)
  const told = new Set(rows.filter(isSystem).map((row) => moveOf(row, row.value / weiPerUnit)))

  return rows.flatMap((row): HistoryRecord[] => {
    const { emitter, isNft, ...place } = row
    const shared = { ...place, chainId: chain.id, signer: null }
    if (isNft) return [{ ...shared, token: getAddress(emitter), canonical: false, decimals: 0, kind: 'nft' }]
    if (isSystem(row)) {
      const value = row.value / weiPerUnit
      const left = doubled.get(moveOf(row, value)) ?? 0
      if (left > 0) doubled.set(moveOf(row, value), left - 1)
      return [{ ...shared, token: left > 0 ? chain.usdc : null, canonical: true, value, decimals: 6 }]
    }
    if (chain.gasIsUsdc && emitter === usdc && row.value > 0n && told.has(moveOf(row, row.value))) return []
    const token = getAddress(emitter)
    return [{ ...shared, token, canonical: known.has(emitter), decimals: decimals.get(emitter) ?? 18 }]
  })
}

/** `undefined` for an unknown event, for a movement to oneself, and for a forged native record. */
function decodeRow(log: RpcLog, hasSystem = true): LogRow | undefined {
  const emitter = lower(log.address)
  if (log.topics[0] === nativeTopic && !(hasSystem && systemEmitters.includes(emitter))) return undefined
  const movement = decodeMovement(log)
  if (!movement || movement.from === movement.to) return undefined
  if (log.blockNumber === null || log.transactionHash === null || log.logIndex === null) return undefined
  // Some nodes send it; viem's type lacks it.
  const { blockTimestamp } = log as { blockTimestamp?: Hex }
  return {
    ...movement,
    emitter,
    blockNumber: BigInt(log.blockNumber),
    logIndex: Number(log.logIndex),
    timestamp: blockTimestamp === undefined ? null : new Date(Number(blockTimestamp) * 1_000),
    transactionHash: log.transactionHash,
  }
}
