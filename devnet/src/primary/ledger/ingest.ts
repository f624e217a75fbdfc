import { type Address, getAddress, type Hex, numberToHex } from 'viem'
import type { AnvilClient } from '../../anvil/client.js'
import {
  type BareLog,
  type CallFrame,
  createdContracts,
  internalTransfers,
  logsOfTrace,
  systemLog,
} from './traceLogs.js'
import type { LedgerLog, LedgerTransaction, RpcObject } from './types.js'

/** One block from anvil, with its transactions. */
export function getBlock(anvil: AnvilClient, at: number | 'latest'): Promise<RpcBlock> {
  return anvil.request('eth_getBlockByNumber', [at === 'latest' ? at : numberToHex(at), true])
}

/** Gives the transactions of a block the logs that the primary chain would have written. */
export async function readBlock(anvil: AnvilClient, block: RpcBlock): Promise<LedgerTransaction[]> {
  if (block.transactions.length === 0) return []
  const receipts = await anvil.request<RpcReceipt[]>('eth_getBlockReceipts', [block.number])
  const blockNumber = Number(block.number)
  const timestamp = Number(block.timestamp)
  const result: LedgerTransaction[] = []
  let logIndex = 0
  for (const [index, transaction] of block.transactions.entries()) {
    const receipt = receipts[index]
    if (receipt === undefined) throw new Error(`Block ${blockNumber} has no receipt ${index}.`)
    const trace = needsTrace(transaction, receipt) ? await readTrace(anvil, transaction.hash) : undefined
    const logs: LedgerLog[] = completeLogs(transaction, receipt, trace).map(({ address, topics, data }) => ({
      address: getAddress(address),
      topics,
      data,
      blockNumber,
      blockHash: block.hash,
      transactionHash: transaction.hash,
      transactionIndex: index,
      logIndex: logIndex++,
      timestamp,
    }))
    result.push({
      hash: transaction.hash,
      blockNumber,
      blockHash: block.hash,
      index,
      timestamp,
      from: getAddress(transaction.from),
      to: transaction.to === null || transaction.to === undefined ? null : getAddress(transaction.to),
      contractAddress: receipt.contractAddress ? getAddress(receipt.contractAddress) : null,
      value: BigInt(transaction.value),
      success: receipt.status === '0x1',
      transaction,
      receipt: { ...receipt, logs: logs.map(toRpcLog) },
      logs,
      internal: trace === undefined ? [] : internalTransfers(trace),
      created: trace === undefined ? [] : createdContracts(trace),
      revertData: receipt.status === '0x1' ? undefined : trace?.output,
    })
  }
  return result
}

/** A log as JSON-RPC writes it. */
export function toRpcLog(log: LedgerLog): RpcObject {
  return {
    address: log.address.toLowerCase(),
    topics: log.topics,
    data: log.data,
    blockHash: log.blockHash,
    blockNumber: `0x${log.blockNumber.toString(16)}`,
    blockTimestamp: `0x${log.timestamp.toString(16)}`,
    transactionHash: log.transactionHash,
    transactionIndex: `0x${log.transactionIndex.toString(16)}`,
    logIndex: `0x${log.logIndex.toString(16)}`,
    removed: false,
  }
}

/** A block with its transactions. */
export type RpcBlock = { number: Hex; hash: Hex; timestamp: Hex; transactions: RpcTransaction[] }
type RpcTransaction = RpcObject & { hash: Hex; from: Address; to?: Address | null; value: Hex; input: Hex }
type RpcReceipt = RpcObject & {
  status: Hex
  gasUsed: Hex
  contractAddress?: Address | null
  logs: readonly BareLog[]
}

function needsTrace(transaction: RpcTransaction, receipt: RpcReceipt): boolean {
  return transaction.input !== '0x' || BigInt(receipt.gasUsed) !== 21_000n
}

/** A Memo call cannot be replayed without its temporary code; the receipt's own logs are used then. */
function completeLogs(
  transaction: RpcTransaction,
  receipt: RpcReceipt,
  trace: CallFrame | undefined,
): readonly BareLog[] {
  if (receipt.status !== '0x1') return []
  if (trace !== undefined) {
    const logs = logsOfTrace(trace)
    if (isSubsequence(receipt.logs, logs)) return logs
  }
  const target = transaction.to ?? receipt.contractAddress
  const first = target ? systemLog(transaction.from, target, BigInt(transaction.value)) : undefined
  return first === undefined ? receipt.logs : [first, ...receipt.logs]
}

/** True where all of `part` appears in `whole`, in order. */
function isSubsequence(part: readonly BareLog[], whole: readonly BareLog[]): boolean {
  let found = 0
  for (const log of whole) {
    const next = part[found]
    if (next !== undefined && sameLog(log, next)) found++
  }
  return found === part.length
}

function sameLog(a: BareLog, b: BareLog): boolean {
  return a.address === b.address && a.data === b.data && a.topics.join() === b.topics.join()
}

async function readTrace(anvil: AnvilClient, hash: Hex): Promise<CallFrame | undefined> {
  try {
    const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
    return await anvil.request<CallFrame>('debug_traceTransaction', [hash, tracer])
  } catch {
    return undefined
  }
}
