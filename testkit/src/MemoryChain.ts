import { type Address, type Hash, type Hex, hexToNumber, numberToHex, type RpcLog } from 'viem'

/** A block with its content. */
export type MemoryBlock = {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timeMs: number
  readonly logs: readonly RpcLog[]
  /** Left out where no test reads them. */
  readonly transactions?: readonly MemoryTransaction[] | undefined
}

/** A transaction that succeeded. */
export type MemoryTransaction = { readonly hash: Hash; readonly from: Address; readonly nonce: number }

/** How one endpoint sees the chain; by default without a fault. */
export type ChainView = {
  /** All its answers are this many blocks old. */
  lagBlocks?: number
  /** It knows the head, and leaves out the logs of this many blocks. */
  logLagBlocks?: number
  timeShiftMs?: number
  shapeLogs?: (logs: readonly RpcLog[]) => readonly RpcLog[]
}

/**
 * A chain in memory; a test makes its endpoints from {@link MemoryChain.answer}. A block that was not put is empty, and
 * its hash is its number.
 */
export class MemoryChain {
  head: number
  readonly #first: number
  readonly #blocks = new Map<number, MemoryBlock>()
  #ordered: readonly MemoryBlock[] | undefined

  /** @param first - Number of the first block. The head exists as well, unless it is given. */
  constructor(
    readonly id: number,
    { first = 0, head = first }: { first?: number; head?: number } = {},
  ) {
    this.#first = first
    this.head = head
  }

  /** Puts a block in its place, replacing the previous one; the head moves up to it. */
  put(block: MemoryBlock): void {
    this.#blocks.set(block.number, block)
    this.#ordered = undefined
    this.head = Math.max(this.head, block.number)
  }

  /** Removes every block above a number. */
  cut(number: number): void {
    for (const one of this.#blocks.keys()) if (one > number) this.#blocks.delete(one)
    this.#ordered = undefined
    this.head = number
  }

  /** @param number - At most the head. */
  block(number: number): MemoryBlock {
    const hashOf = (one: number) => numberToHex(one, { size: 32 })
    const empty = { number, hash: hashOf(number), parentHash: hashOf(Math.max(0, number - 1)), timeMs: 1_000 * number }
    return this.#blocks.get(number) ?? { ...empty, logs: [] }
  }

  /** Every log, in the order of the chain. */
  get logs(): readonly RpcLog[] {
    return this.#within(0, this.head)
  }

  /**
   * Answers a request as a node would.
   *
   * @throws For a method that the chain does not implement.
   */
  answer(method: string, params: readonly unknown[] = [], view: ChainView = {}): unknown {
    const head = this.head - (view.lagBlocks ?? 0)
    if (method === 'eth_chainId') return numberToHex(this.id)
    if (method === 'eth_blockNumber') return numberToHex(head)
    if (method === 'eth_getBlockByNumber') {
      const number = params[0] === 'latest' ? head : hexToNumber(params[0] as Hex)
      if (number > head || number < this.#first) return null
      const { hash, parentHash, timeMs, transactions } = this.block(number)
      const timestamp = numberToHex(Math.floor((timeMs + (view.timeShiftMs ?? 0)) / 1000))
      const header = { number: numberToHex(number), hash, parentHash, timestamp }
      return transactions ? { ...header, transactions: transactions.map(toRpc) } : header
    }
    if (method === 'eth_getTransactionCount') {
      const [sender, block] = params
      const last = block === 'latest' ? head : Math.min(head, hexToNumber(block as Hex))
      return numberToHex(this.#transactions(last).filter(({ from }) => from === sender).length)
    }
    if (method === 'eth_getTransactionReceipt') {
      const found = this.#transactions(head).find(({ hash }) => hash === params[0])
      return found ? receiptOf(found) : null
    }
    if (method !== 'eth_getLogs') throw new Error(`The chain in memory does not know ${method}.`)
    const { fromBlock, toBlock, topics = [], address } = params[0] as LogFilter
    // Like a backend behind the head: an empty list, and no error.
    const last = Math.min(hexToNumber(toBlock), this.head - (view.logLagBlocks ?? 0))
    const emitters = address === undefined ? undefined : [address].flat().map((one) => one.toLowerCase())
    const logs = this.#within(hexToNumber(fromBlock), last).filter(
      (log) =>
        (emitters?.includes(log.address.toLowerCase()) ?? true) &&
        topics.every((topic, place) => topic === null || [topic].flat().includes(log.topics[place] as Hex)),
    )
    return view.shapeLogs ? view.shapeLogs(logs) : logs
  }

  #within(first: number, last: number): readonly RpcLog[] {
    return this.#upTo(last).flatMap(({ number, logs }) => (number >= first ? logs : []))
  }

  #transactions(last: number): readonly (MemoryTransaction & { readonly block: number })[] {
    return this.#upTo(last).flatMap(({ number, transactions = [] }) =>
      transactions.map((one) => ({ ...one, block: number })),
    )
  }

  #upTo(last: number): readonly MemoryBlock[] {
    this.#ordered ??= [...this.#blocks.values()].sort((one, other) => one.number - other.number)
    return this.#ordered.filter(({ number }) => number <= last)
  }
}

function toRpc({ hash, from, nonce }: MemoryTransaction): unknown {
  return { hash, from, nonce: numberToHex(nonce) }
}

function receiptOf({ hash, from, block }: MemoryTransaction & { readonly block: number }): unknown {
  return {
    transactionHash: hash,
    blockNumber: numberToHex(block),
    status: '0x1',
    type: '0x2',
    logs: [],
    gasUsed: numberToHex(21_000),
    effectiveGasPrice: numberToHex(20_000_000_000),
    from,
  }
}

type LogFilter = {
  fromBlock: Hex
  toBlock: Hex
  topics?: readonly (Hex | Hex[] | null)[]
  address?: Hex | Hex[]
}
