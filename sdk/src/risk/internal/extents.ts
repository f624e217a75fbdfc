import type { HistoryExtent, HistoryReading } from '../history/IDataProvider.js'
import { lower } from '../history/lower.js'
import type { HistoryRecord, SenderHistory, SettledRecipient } from '../history/SenderHistory.js'

/** Every record once, however many sources told of it; the one that names its signer is kept. */
export function uniqueRecords(records: readonly HistoryRecord[]): HistoryRecord[] {
  const found = new Map<string, HistoryRecord>()
  for (const record of records) {
    const key = keyOf(record)
    const other = found.get(key)
    if (other === undefined) found.set(key, record)
    else if (other.signer === null || other.timestamp === null)
      found.set(key, {
        ...other,
        signer: other.signer ?? record.signer,
        timestamp: other.timestamp ?? record.timestamp,
      })
  }
  return [...found.values()]
}

/** Adds records that are not there yet. The cost grows with those that share a transaction with them. */
export function addRecords(records: readonly HistoryRecord[], more: readonly HistoryRecord[]): HistoryRecord[] {
  if (more.length === 0) return [...records]
  const hashes = new Set(more.map(({ transactionHash }) => transactionHash))
  const known = new Set(records.filter(({ transactionHash }) => hashes.has(transactionHash)).map(keyOf))
  return [...records, ...uniqueRecords(more.filter((record) => !known.has(keyOf(record))))]
}

/** What distinguishes one record from another. A movement without a log is known by its parties and its amount. */
export function keyOf({ chainId, transactionHash, logIndex, from, to, value }: HistoryRecord): string {
  const place = logIndex >= 0 ? logIndex : `${from}:${to}:${value}`.toLowerCase()
  return `${chainId}:${transactionHash.toLowerCase()}:${place}`
}

function uniqueSettled(...histories: readonly SenderHistory[]): SettledRecipient[] {
  const settled = histories.flatMap((history) => history.settled ?? [])
  const keyOfSettled = ({ address, transactionHash }: SettledRecipient) => `${lower(address)}:${transactionHash}`
  return [...new Map(settled.map((one) => [keyOfSettled(one), one])).values()]
}

/** The extent of one chain, where a history says it. */
export function extentOf({ extents = [] }: HistoryReading, chainId?: number): HistoryExtent | undefined {
  if (chainId === undefined) return extents.length === 1 ? extents[0] : undefined
  return extents.find((extent) => extent.chainId === chainId)
}

/**
 * Continues a history that knows how far it goes with a later one.
 *
 * @returns All records of both; complete only where the later one is, and begins inside or right behind the earlier one.
 */
export function continueHistory(earlier: HistoryReading, later: HistoryReading): HistoryReading {
  const [start, end] = [extentOf(earlier), extentOf(later)]
  const joins =
    start !== undefined &&
    end !== undefined &&
    start.chainId === end.chainId &&
    start.fromBlock === 0n &&
    end.fromBlock <= start.toBlock + 1n
  const reached = end !== undefined && start !== undefined && end.toBlock > start.toBlock ? end.toBlock : start?.toBlock
  const records = [...earlier.records, ...later.records]
  const isDisjoint = joins && later.records.every(({ blockNumber }) => blockNumber > start.toBlock)
  return {
    sender: earlier.sender,
    records: isDisjoint ? records : uniqueRecords(records),
    complete: joins && later.complete,
    ...(later.missing && { missing: later.missing }),
    ...((earlier.settled ?? later.settled) && { settled: uniqueSettled(earlier, later) }),
    ...(joins && { extents: [{ chainId: start.chainId, fromBlock: 0n, toBlock: reached ?? start.toBlock }] }),
  }
}
