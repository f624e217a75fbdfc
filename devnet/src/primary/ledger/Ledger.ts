import type { LedgerLog, LedgerTransaction, LogQuery } from './types.js'

/**
 * Everything that happened on the chain, in memory and in order, with the logs as the primary chain would have them.
 *
 * The RPC front and the explorer answer from it. Blocks without transactions only change the head.
 */
export class Ledger {
  /** Number of the newest block that is completely in here. */
  head: number
  readonly transactions: LedgerTransaction[] = []
  readonly logs: LedgerLog[] = []
  readonly #byHash = new Map<string, LedgerTransaction>()
  readonly #byBlock = new Map<number, LedgerTransaction[]>()
  readonly #logsByAddress = new Map<string, LedgerLog[]>()
  readonly #listeners = new Set<(transactions: readonly LedgerTransaction[]) => void>()

  constructor(head: number) {
    this.head = head
  }

  /** Adds a block's transactions, oldest block first, and moves the head there. */
  append(head: number, transactions: readonly LedgerTransaction[]) {
    for (const transaction of transactions) {
      this.transactions.push(transaction)
      this.#byHash.set(transaction.hash, transaction)
      const block = this.#byBlock.get(transaction.blockNumber)
      if (block === undefined) this.#byBlock.set(transaction.blockNumber, [transaction])
      else block.push(transaction)
      for (const log of transaction.logs) {
        this.logs.push(log)
        const key = log.address.toLowerCase()
        const sameAddress = this.#logsByAddress.get(key)
        if (sameAddress === undefined) this.#logsByAddress.set(key, [log])
        else sameAddress.push(log)
      }
    }
    this.head = head
    for (const listener of this.#listeners) listener(transactions)
  }

  transaction(hash: string): LedgerTransaction | undefined {
    return this.#byHash.get(hash.toLowerCase())
  }

  transactionsOf(blockNumber: number): readonly LedgerTransaction[] {
    return this.#byBlock.get(blockNumber) ?? []
  }

  /** Logs that match, oldest first. */
  findLogs(query: LogQuery): LedgerLog[] {
    return this.#candidates(query).filter(
      (log) =>
        (query.addresses === undefined || query.addresses.includes(log.address.toLowerCase())) &&
        query.topics.every((wanted, index) => {
          const topic = log.topics[index]
          return topic !== undefined && (wanted === undefined || wanted.includes(topic))
        }),
    )
  }

  /** Calls back with everything that is added from now on. */
  onAppend(listener: (transactions: readonly LedgerTransaction[]) => void) {
    this.#listeners.add(listener)
  }

  #candidates({ fromBlock, toBlock, addresses }: LogQuery): LedgerLog[] {
    const only = addresses?.length === 1 ? addresses[0] : undefined
    const logs = only === undefined ? this.logs : (this.#logsByAddress.get(only) ?? [])
    return logs.slice(lowerBound(logs, fromBlock), lowerBound(logs, toBlock + 1))
  }
}

/** Index of the first log at or after a block. */
function lowerBound(logs: readonly LedgerLog[], blockNumber: number): number {
  let low = 0
  let high = logs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const log = logs[middle]
    if (log !== undefined && log.blockNumber < blockNumber) low = middle + 1
    else high = middle
  }
  return low
}
