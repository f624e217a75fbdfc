import type { Address, Hash, Hex, RpcLog } from 'viem'
import { hexToNumber } from 'viem/utils'
import type { ReadClient } from '../clients.js'
import { withDeadline } from '../withDeadline.js'
import { readHead } from './internal/readHead.js'
import { defaultPatience, defaultRequestTimeoutMs, type ReadLogsOptions, streamLogs } from './streamLogs.js'

/** An event as an index keeps it: plain JSON, so that a store needs no knowledge of it. */
export type StoredEvent = {
  address: Address
  topics: readonly Hex[]
  data: Hex
  blockNumber: number
  logIndex: number
  transactionHash: Hash
  /** Unix seconds; null from nodes that do not say. */
  timestamp: number | null
}

/** Everything kept under one key. */
export type StoredEvents = {
  /** Every event of blocks `fromBlock` to `completeToBlock`, in chain order. */
  events: readonly StoredEvent[]
  fromBlock: number
  completeToBlock: number
}

/** Every event of blocks `fromBlock` to `toBlock`. */
export type StoredEventPage = { fromBlock: number; toBlock: number; events: readonly StoredEvent[] }

/** A page whose events are records already: who needs the events themselves has them made. */
export type KnownPage<record> = StoredEventPage & { records?: readonly KnownRecord<record>[] | undefined }

/** An event and what an index holds of it; `undefined` for one that is not an event of the index. */
export type KnownRecord<record> = { blockNumber: number; logIndex: number; record: record | undefined }

/**
 * Where an index survives the process: a database, a file, a browser's storage. It is a cache: where it fails, the
 * index reads from the chain again.
 *
 * @example
 * const kept = new Map<string, StoredEvents>()
 * const store: EventStore = {
 *   load: async (key) => kept.get(key),
 *   async append(key, { fromBlock, toBlock, events }) {
 *     const before = kept.get(key)
 *     const older = before?.events.filter(({ blockNumber }) => blockNumber < fromBlock) ?? []
 *     const start = Math.min(before?.fromBlock ?? fromBlock, fromBlock)
 *     kept.set(key, { events: [...older, ...events], fromBlock: start, completeToBlock: toBlock })
 *   },
 * }
 */
export type EventStore = {
  /** `undefined` when nothing is kept under the key. */
  load: (key: string) => Promise<StoredEvents | undefined>
  /** In one step: forgets the events of block `fromBlock` and later, adds these, and is complete to `toBlock`. */
  append: (key: string, page: StoredEventPage) => Promise<void>
}

/** How far an index goes back, and how it is read. */
export type EventIndexOptions = Omit<ReadLogsOptions, 'signal' | 'headBlock' | 'allowLag'> & {
  /** @default none: what is read is gone with the process */
  store?: EventStore | undefined
}

/** Which events an index holds. */
export type EventIndexSource<record> = {
  /** Under which a store keeps them: chain, contracts and filter belong in it. */
  key: string
  address: Address | readonly Address[]
  topics: readonly (Hex | readonly Hex[] | null)[]
  fromBlock: bigint
  /** Blocks that may still change; read again each time. */
  reorgDepthBlocks: number
  /** `undefined` for a log that is not an event of the index. */
  decode: (event: StoredEvent) => record | undefined
  /**
   * Another place that knows the events from `fromBlock` on and is quicker than the chain. Asked once, before the first
   * reading of logs, which goes on where its page ends. Its word is taken for what the page leaves out; a page that is
   * absent, fails or contradicts itself is as if there were none.
   */
  accelerate?: ((fromBlock: bigint, signal: AbortSignal) => Promise<KnownPage<record> | undefined>) | undefined
}

/**
 * The events of one kind, kept up to date: read once, resumed where the last reading ended, also in another process
 * where there is a store. What the indexes of the library are made of.
 */
export class EventIndex<record> {
  readonly #client: ReadClient
  readonly #findSource: () => Promise<EventIndexSource<record>>
  readonly #reading: ReadLogsOptions
  #store: EventStore | undefined
  #source: EventIndexSource<record> | undefined
  #records: { blockNumber: number; record: record }[] = []
  #completeToBlock: bigint | undefined
  #complete = false
  #revision = 0
  #previous: Promise<unknown> = Promise.resolve()
  #run: { promise: Promise<void>; stopping: AbortController; waiting: number } | undefined

  /** @param findSource - Asked once, in the first `sync`: a client must be asked for its chain. */
  constructor(
    client: ReadClient,
    findSource: () => Promise<EventIndexSource<record>>,
    { store, ...reading }: EventIndexOptions,
  ) {
    this.#client = client
    this.#findSource = findSource
    this.#reading = reading
    this.#store = store
  }

  /** Whether the last `sync` came to the head it saw. */
  get complete(): boolean {
    return this.#complete
  }

  /** No event up to here is missing; `undefined` before the first block is read. */
  get completeToBlock(): bigint | undefined {
    return this.#completeToBlock
  }

  /** Changes when the records do. */
  get revision(): number {
    return this.#revision
  }

  /** In chain order. */
  get records(): readonly record[] {
    return this.#records.map(({ record }) => record)
  }

  /**
   * Reads on to the chain's head. Callers at the same time share one reading, which ends when the last gives up.
   *
   * @throws `LogsIncompleteError`; what was read stays, and the next call goes on from there.
   */
  async sync({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    signal?.throwIfAborted()
    this.#run ??= this.#start()
    const run = this.#run
    run.waiting++
    try {
      await withDeadline(() => run.promise, { signal })
    } finally {
      if (--run.waiting === 0) {
        run.stopping.abort(signal?.reason)
        if (this.#run === run) this.#run = undefined
      }
    }
  }

  /** A reading must not overtake what an abandoned one still writes. */
  #start() {
    const stopping = new AbortController()
    const promise = this.#previous.then(() => this.#read(stopping.signal))
    this.#previous = promise.catch(() => undefined)
    return { promise, stopping, waiting: 0 }
  }

  async #read(signal: AbortSignal): Promise<void> {
    try {
      if (this.#source === undefined) {
        const source = await this.#findSource()
        await this.#restore(source)
        await this.#accelerate(source, signal)
        this.#source = source
      }
      this.#complete = await this.#readOn(this.#source, signal)
    } catch (error) {
      this.#complete = false
      throw error
    }
  }

  /** @returns Whether the reading came to the head. */
  async #readOn(source: EventIndexSource<record>, signal: AbortSignal): Promise<boolean> {
    const { address, topics } = source
    const settled = (this.#completeToBlock ?? source.fromBlock - 1n) - BigInt(source.reorgDepthBlocks)
    const fromBlock = settled + 1n > source.fromBlock ? settled + 1n : source.fromBlock
    let head: bigint | undefined
    const query = { address, topics, fromBlock, decode: toStoredEvent }
    const pages = streamLogs<StoredEvent>(this.#client, query, {
      ...this.#reading,
      onProgress: (progress) => {
        head = progress.toBlock
        this.#reading.onProgress?.(progress)
      },
      allowLag: true,
      signal,
    })
    for await (const { fromBlock, toBlock, logs } of pages) {
      const page = { fromBlock: Number(fromBlock), toBlock: Number(toBlock), events: logs }
      this.#apply(source, page)
      await this.#keep(source, page)
    }
    // Without a page the head is behind what is known already, unless nothing is.
    return this.#completeToBlock !== undefined && this.#completeToBlock >= (head ?? 0n)
  }

  #apply({ decode }: EventIndexSource<record>, { events, ...range }: StoredEventPage): void {
    const records = events.map((event) => ({ blockNumber: event.blockNumber, record: decode(event) }))
    this.#replace(range, records)
  }

  #replace(
    { fromBlock, toBlock }: Pick<StoredEventPage, 'fromBlock' | 'toBlock'>,
    records: readonly Pick<KnownRecord<record>, 'blockNumber' | 'record'>[],
  ): void {
    const before = this.#records.length
    while ((this.#records.at(-1)?.blockNumber ?? -1) >= fromBlock) this.#records.pop()
    for (const { blockNumber, record } of records) if (record !== undefined) this.#records.push({ blockNumber, record })
    if (this.#records.length !== before || records.length > 0) this.#revision++
    this.#completeToBlock = BigInt(toBlock)
  }

  async #restore(source: EventIndexSource<record>): Promise<void> {
    try {
      const kept = await this.#store?.load(source.key)
      if (kept === undefined || !isWhole(kept, Number(source.fromBlock))) return
      const fromBlock = Number(source.fromBlock)
      const events = kept.events.filter(({ blockNumber }) => blockNumber >= fromBlock)
      this.#apply(source, { fromBlock, toBlock: kept.completeToBlock, events })
    } catch {
      this.#store = undefined
      this.#records = []
      this.#completeToBlock = undefined
    }
  }

  async #accelerate(source: EventIndexSource<record>, signal: AbortSignal): Promise<void> {
    if (source.accelerate === undefined) return
    const fromBlock = this.#completeToBlock === undefined ? source.fromBlock : this.#completeToBlock + 1n
    const { retry, requestTimeoutMs = defaultRequestTimeoutMs } = this.#reading
    try {
      const [page, head] = await Promise.all([
        source.accelerate(fromBlock, signal),
        readHead(this.#client, { ...defaultPatience, ...retry }, requestTimeoutMs, signal),
      ])
      if (
        page === undefined ||
        !covers({ fromBlock: page.fromBlock, completeToBlock: page.toBlock }, Number(fromBlock))
      )
        return
      // A block that the chain does not have yet can still get events that are still unknown.
      const toBlock = Math.min(page.toBlock, Number(head))
      if (toBlock < Number(fromBlock)) return
      const isWithin = ({ blockNumber }: { blockNumber: number }) =>
        blockNumber >= Number(fromBlock) && blockNumber <= toBlock
      if (page.records && this.#store === undefined) {
        if (page.records.every(createOrder(page)))
          this.#replace({ fromBlock: Number(fromBlock), toBlock }, page.records.filter(isWithin))
        return
      }
      const { events } = page
      if (!isWhole({ fromBlock: page.fromBlock, completeToBlock: page.toBlock, events }, Number(fromBlock))) return
      const settled = { fromBlock: Number(fromBlock), toBlock, events: events.filter(isWithin) }
      this.#apply(source, settled)
      await this.#keep(source, settled)
    } catch {
      signal.throwIfAborted()
    }
  }

  /** After a page that was not kept, later ones would leave a hole. */
  async #keep({ key }: EventIndexSource<record>, page: StoredEventPage): Promise<void> {
    await this.#store?.append(key, page).catch(() => {
      this.#store = undefined
    })
  }
}

/** A log as an index keeps it; `undefined` for one that is not in a block yet. */
export function toStoredEvent(log: RpcLog): StoredEvent | undefined {
  const { address, topics, data, blockNumber, logIndex, transactionHash } = log
  if (blockNumber === null || logIndex === null || transactionHash === null) return undefined
  // viem's type of a log lacks a field that many nodes send.
  const { blockTimestamp } = log as { blockTimestamp?: Hex | null }
  return {
    address,
    topics,
    data,
    blockNumber: hexToNumber(blockNumber),
    logIndex: hexToNumber(logIndex),
    transactionHash,
    timestamp: typeof blockTimestamp === 'string' ? hexToNumber(blockTimestamp) : null,
  }
}

/** A store is outside: what it gives back is checked like an answer from anywhere else. */
function isWhole(kept: StoredEvents, wanted: number): boolean {
  const { events, fromBlock, completeToBlock } = kept
  if (!covers(kept, wanted) || !Array.isArray(events)) return false
  const isNext = createOrder({ fromBlock, toBlock: completeToBlock })
  return events.every((event: Partial<StoredEvent> | null) => {
    const { blockNumber = -1, logIndex = -1, topics, data, transactionHash, timestamp } = event ?? {}
    return (
      isNext({ blockNumber, logIndex }) &&
      isHex(transactionHash) &&
      isHex(data) &&
      Array.isArray(topics) &&
      topics.every(isHex) &&
      (timestamp === null || Number.isSafeInteger(timestamp))
    )
  })
}

function covers({ fromBlock, completeToBlock }: Omit<StoredEvents, 'events'>, wanted: number): boolean {
  if (!Number.isSafeInteger(fromBlock) || !Number.isSafeInteger(completeToBlock)) return false
  return fromBlock <= wanted && completeToBlock >= wanted
}

/** Whether each event that it is called with is within the range, and behind the one before. */
function createOrder({ fromBlock, toBlock }: Pick<StoredEventPage, 'fromBlock' | 'toBlock'>) {
  let block = fromBlock
  let index = -1
  return ({ blockNumber, logIndex }: Pick<StoredEvent, 'blockNumber' | 'logIndex'>): boolean => {
    const isNext = blockNumber > block || (blockNumber === block && logIndex > index)
    if (!isNext || blockNumber > toBlock) return false
    block = blockNumber
    index = logIndex
    return Number.isSafeInteger(blockNumber) && Number.isSafeInteger(logIndex)
  }
}

function isHex(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)
}
