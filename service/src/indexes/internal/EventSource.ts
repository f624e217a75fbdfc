import type { Address, Hex, RpcLog } from 'viem'
import type { IndexTables } from '../../store/Database.js'

/** What one index reads, and what it stores. */
export type EventSource<table extends EventTable = EventTable> = {
  readonly table: table
  readonly address: Address
  readonly topics: readonly (Hex | null)[]
  /** The contract's own deploy block. */
  readonly startBlock: number
  /** `undefined` for a log that is not an event of the index. Never throws. */
  readonly decode: (log: RpcLog) => IndexTables[table] | undefined
}

/** Tables of events. */
export type EventTable = 'announcements' | 'verified_recipients'

/** Columns of all events. */
export type EventRow = {
  chain_id: number
  block_number: number
  log_index: number
  block_hash: string
  transaction_hash: string
}

/** Place of a log in the chain, or `undefined` for a log that is not in a block. */
export function placeOf(log: RpcLog): Omit<EventRow, 'chain_id'> | undefined {
  const { blockNumber, blockHash, transactionHash, logIndex, removed } = log
  if (removed || blockNumber === null || blockHash === null || transactionHash === null || logIndex === null)
    return undefined
  return {
    block_number: Number(blockNumber),
    log_index: Number(logIndex),
    block_hash: blockHash.toLowerCase(),
    transaction_hash: transactionHash.toLowerCase(),
  }
}

/** The identity of an event. Its content is not part of it, since two logs may have equal content. */
export function identityOf({ block_hash, transaction_hash, log_index }: EventRow): string {
  return `${block_hash}:${transaction_hash}:${log_index}`
}
