import type { Address, Hash } from 'viem'
import { createLimiter, type Limiter } from '../chain/explorerApi/limiter.js'
import { InvalidInputError } from '../errors/input.js'
import { FRESH_ADDRESS_MAX_AGE_MS } from './grades/thresholds.js'
import type {
  ActivityOptions,
  AddressActivity,
  CounterpartyScan,
  DataProviderOptions,
  HistoryExtent,
  HistoryOptions,
  HistoryReading,
  IDataProvider,
} from './history/IDataProvider.js'
import type { HistoryRecord } from './history/SenderHistory.js'
import { BYTES_OF_ENTRY, BYTES_OF_RECORD, ByteCache } from './internal/ByteCache.js'
import { payeesLike } from './internal/evidence.js'
import { addRecords, continueHistory, extentOf } from './internal/extents.js'
import { settledBlock } from './internal/lag.js'
import { type Shared, share } from './internal/share.js'
import { hashesToResolve, withSigners } from './internal/signers.js'

/**
 * Remembers senders' payees and histories, since they cost the most requests and change the least.
 *
 * Only successful, complete answers are kept. Concurrent calls for one sender share one request; when it fails, every
 * caller learns so and the next one asks again. What can change about a target is never kept: a bait planted a second
 * ago must be seen. Its first use is kept once it is a day old, since nothing that happens later makes an address new
 * again; the count of its transactions is then the one of that time. A history is kept only up to 20 blocks below the
 * head, and every answer reads the blocks from there on; `prepare` does the long first reading ahead of time. A history
 * whose source cannot say how far it goes is not kept. Records that any caller can write are kept for each target asked
 * about, where the source reads them apart (`getEvidence`).
 *
 * What is kept takes at most `maxBytes`; the senders asked for longest ago go first. At most `maxReadings` senders are
 * read at a time; one whose callers have all given up before its turn is not read.
 *
 * @example
 * const provider = new CachingDataProvider(new ExplorerDataProvider())
 * await provider.prepare(sender)
 * await check(sender, recipient, { provider })
 */
export class CachingDataProvider implements IDataProvider {
  readonly #inner: IDataProvider
  readonly #ttlMs: number
  readonly #now: () => number
  readonly #maxBytes: number
  readonly #limiter: Limiter
  /** Replaced as a whole: what was asked before keeps its answers in the one that it began with. */
  #memory: Memory
  /** Of the memories before. */
  #evictions = 0
  /** Absent where the inner provider has no histories. */
  readonly getHistory?: (sender: Address, options?: HistoryOptions) => Promise<HistoryReading>

  /** Absent where the inner provider does not know them; not kept, since a claim may settle at any moment. */
  readonly getSettledRecipients?: NonNullable<IDataProvider['getSettledRecipients']>

  constructor(inner: IDataProvider, options: CachingDataProviderOptions = {}) {
    const { ttlMs = 60_000, now = () => performance.now(), maxBytes = 64 * 1024 * 1024, maxReadings = 16 } = options
    if (!(ttlMs >= 0)) throw new InvalidInputError('ttlMs', `A time to live of ${ttlMs} ms is not 0 or more.`)
    if (!(maxBytes >= 0)) throw new InvalidInputError('maxBytes', `A limit of ${maxBytes} bytes is not 0 or more.`)
    if (!(maxReadings >= 1)) throw new InvalidInputError('maxReadings', 'At least one sender must be read at a time.')
    this.#limiter = createLimiter(maxReadings)
    this.#maxBytes = maxBytes
    this.#memory = emptyMemory(maxBytes)
    this.#inner = inner
    this.#ttlMs = ttlMs
    this.#now = now
    if (inner.getSettledRecipients) this.getSettledRecipients = inner.getSettledRecipients.bind(inner)
    const read = inner.getHistory?.bind(inner)
    if (read) this.getHistory = (sender, options) => this.#answer(read, sender, options)
  }

  /** What is kept now, and how many entries were evicted. */
  get stats(): CacheStats {
    const { histories, evidence, activities, scans } = this.#memory
    const all = [histories, evidence, activities, scans].map(({ stats }) => stats)
    const sum = (count: (stats: CacheStats) => number) => all.reduce((total, stats) => total + count(stats), 0)
    return {
      entries: sum(({ entries }) => entries),
      bytes: sum(({ bytes }) => bytes),
      evictions: this.#evictions + sum(({ evictions }) => evictions),
    }
  }

  /**
   * Forgets everything, as when a user signs out or a chain has been reset. Readings under way still answer their callers,
   * and are not kept; the next call reads again.
   */
  clear(): void {
    this.#evictions = this.stats.evictions
    this.#memory = emptyMemory(this.#maxBytes)
  }

  async getOutgoingCounterparties(sender: Address, { signal }: DataProviderOptions = {}): Promise<CounterpartyScan> {
    signal?.throwIfAborted()
    const key = sender.toLowerCase()
    const { scans, running: scanning } = this.#memory
    const kept = scans.get(key)
    if (kept && this.#isYoung(kept.at)) return kept.scan
    const running = scanning.get(key) ?? this.#scan(key, sender)
    return running.wait(signal)
  }

  async getAddressActivity(address: Address, options?: ActivityOptions): Promise<AddressActivity> {
    options?.signal?.throwIfAborted()
    // Who wants to know no more gets no count that others could rely on.
    const key = `${address.toLowerCase()}${options?.seenBefore ? ':seen' : ''}`
    const { activities } = this.#memory
    const kept = activities.get(key)
    if (kept) return kept
    const activity = await this.#inner.getAddressActivity(address, options)
    const { firstSeenAt } = activity
    const ageMs = firstSeenAt ? Date.now() - Number(firstSeenAt) : Number.NaN
    if (ageMs >= FRESH_ADDRESS_MAX_AGE_MS) activities.set(key, activity, bytesOfActivity)
    return activity
  }

  countZeroValueTransfers(from: Address, to: Address, options?: DataProviderOptions): Promise<number> {
    return this.#inner.countZeroValueTransfers(from, to, options)
  }

  resolveSigners(records: readonly HistoryRecord[], options?: DataProviderOptions): Promise<HistoryRecord[]> {
    return this.#inner.resolveSigners?.(records, options) ?? Promise.resolve([...records])
  }

  /**
   * Reads a sender's history ahead of time, or brings it up to date.
   *
   * @returns The block up to which it is kept; `undefined` where the source has none, or none that is complete.
   * @throws What the inner provider throws.
   */
  async prepare(sender: Address, { signal }: DataProviderOptions = {}): Promise<bigint | undefined> {
    await this.getHistory?.(sender, { signal })
    const kept = this.#memory.histories.get(sender.toLowerCase())
    return kept && extentOf(kept)?.toBlock
  }

  async #answer(
    read: GetHistory,
    sender: Address,
    { signal, target, fromBlock, withoutSigners, withoutEvidence }: HistoryOptions = {},
  ): Promise<HistoryReading> {
    signal?.throwIfAborted()
    const key = sender.toLowerCase()
    const memory = this.#memory
    const kept = memory.histories.get(key)
    const reading = memory.readings.get(key) ?? this.#read(read, key, sender)
    // Both at once: awaited one after the other, a failure of the second would be an unhandled rejection.
    const [history, about] = await Promise.all([
      reading.wait(signal),
      withoutEvidence ? undefined : this.#readEvidence(memory, sender, target && [target], signal),
    ])
    // What is read now knows every block that was settled before; of those since, the history may know more.
    const told = about
      ? await this.#withEvidence(history, about, { target, signal, memory, settled: kept && extentOf(kept) })
      : history
    const wanted = withoutSigners ? told : await this.#withSigners(memory, told, target, signal)
    if (fromBlock === undefined) return wanted
    return { ...wanted, records: wanted.records.filter(({ blockNumber }) => blockNumber >= fromBlock) }
  }

  #read(read: GetHistory, key: string, sender: Address): Shared<HistoryReading> {
    const memory = this.#memory
    return share(memory.readings, key, this.#limiter, async () => {
      const history = await this.#continue(read, memory.histories.get(key), sender)
      if (history.complete) keepHistory(memory, key, history)
      return history
    })
  }

  async #continue(read: GetHistory, kept: HistoryReading | undefined, sender: Address): Promise<HistoryReading> {
    const extent = kept && extentOf(kept)
    const wanted = { withoutSigners: true, ...(this.#inner.getEvidence && { withoutEvidence: true }) }
    if (!kept || !extent) return read(sender, wanted)
    const later = await read(sender, { ...wanted, fromBlock: extent.toBlock + 1n })
    const isBehind = later.complete && (extentOf(later)?.toBlock ?? extent.toBlock) < extent.toBlock
    if (!isBehind) return continueHistory(kept, later)
    this.clear()
    return {
      ...later,
      complete: false,
      missing: ['The source was far ahead of the chain, or the chain has been reset.'],
    }
  }

  /** Never shared: a bait may be a second old. Of what was read before, only the blocks since are asked for. */
  async #readEvidence(
    memory: Memory,
    sender: Address,
    others: readonly Address[] | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Evidence> {
    const read = this.#inner.getEvidence?.bind(this.#inner)
    const [target, ...alike] = others ?? []
    const key = [sender, ...(others ?? [])].join(':').toLowerCase()
    const kept = memory.evidence.get(key)
    try {
      const news = (await read?.(sender, { signal, target, alike, fromBlock: kept && kept.toBlock + 1n })) ?? []
      return { key, records: kept ? addRecords(kept.records, news) : news, missing: [] }
    } catch (error) {
      signal?.throwIfAborted()
      return { key, records: kept?.records ?? [], missing: [`Records of others could not be read: ${String(error)}`] }
    }
  }

  async #withEvidence(
    history: HistoryReading,
    about: Evidence,
    { target, signal, settled, memory }: EvidenceScope,
  ): Promise<HistoryReading> {
    if (!this.#inner.getEvidence) return history
    const alike = target ? payeesLike(target, history.sender, history.records) : []
    const found = alike.length > 0 ? [about, await this.#readEvidence(memory, history.sender, alike, signal)] : [about]
    if (settled) for (const evidence of found) keepEvidence(memory, evidence, settled.toBlock)
    const failures = found.flatMap(({ missing }) => missing)
    const missing = [...(history.missing ?? []), ...failures]
    return {
      ...history,
      records: addRecords(
        history.records,
        found.flatMap(({ records }) => records),
      ),
      complete: history.complete && failures.length === 0,
      ...(failures.length > 0 && { unreadChains: undefined }),
      ...(missing.length > 0 && { missing }),
    }
  }

  /** The reading is shared, the target is not: signers are looked up for each, and remembered. */
  async #withSigners(
    { signers: known }: Memory,
    history: HistoryReading,
    target: Address | undefined,
    signal: AbortSignal | undefined,
  ): Promise<HistoryReading> {
    const records = withSigners(history.records, known)
    const hashes = new Set(hashesToResolve(history.sender, records, { target, limit: maxLookups }))
    if (hashes.size === 0 || !this.#inner.resolveSigners) return { ...history, records }
    const open = records.filter(({ signer, transactionHash }) => signer === null && hashes.has(transactionHash))
    try {
      const found = await this.#inner.resolveSigners(open, { signal })
      const signers = new Map(
        found.flatMap(({ transactionHash, signer }) => (signer ? [[transactionHash, signer]] : [])),
      )
      if (known.size > maxSigners) known.clear()
      for (const [hash, signer] of signers) known.set(hash, signer)
      return { ...history, records: withSigners(records, signers) }
    } catch (error) {
      signal?.throwIfAborted()
      const missing = [...(history.missing ?? []), `Signers could not be looked up: ${String(error)}`]
      return { ...history, records, complete: false, unreadChains: undefined, missing }
    }
  }

  #scan(key: string, sender: Address): Shared<CounterpartyScan> {
    const { scans, running } = this.#memory
    return share(running, key, this.#limiter, async () => {
      const at = this.#now()
      const scan = await this.#inner.getOutgoingCounterparties(sender)
      if (scan.complete) scans.set(key, { scan, at }, BYTES_OF_ENTRY + scan.counterparties.length * bytesOfAddress)
      return scan
    })
  }

  #isYoung(at: number): boolean {
    const ageMs = this.#now() - at
    return ageMs >= 0 && ageMs < this.#ttlMs
  }
}

/** How much is kept, and how long. */
export type CachingDataProviderOptions = {
  /** How long a scan is used, counted from its start.
   * @default 60000 */
  ttlMs?: number | undefined
  /** Memory for what is kept, estimated at 600 bytes a record: a history of 100,000 takes 60 MB.
   * @default 67108864 */
  maxBytes?: number | undefined
  /** Senders read at a time: each takes the memory of its history, kept or not.
   * @default 16 */
  maxReadings?: number | undefined
  /** Clock in milliseconds.
   * @default performance.now */
  now?: (() => number) | undefined
}

/** The state of a cache. `bytes` is an estimate. */
export type CacheStats = { entries: number; bytes: number; evictions: number }

/** What is known, and what is being read. */
type Memory = {
  scans: ByteCache<{ scan: CounterpartyScan; at: number }>
  activities: ByteCache<AddressActivity>
  histories: ByteCache<HistoryReading>
  evidence: ByteCache<{ records: readonly HistoryRecord[]; toBlock: bigint }>
  signers: Map<Hash, Address>
  running: Map<string, Shared<CounterpartyScan>>
  readings: Map<string, Shared<HistoryReading>>
}

function emptyMemory(maxBytes: number): Memory {
  return {
    scans: new ByteCache(maxBytes * (1 - historyShare - evidenceShare - activityShare)),
    activities: new ByteCache(maxBytes * activityShare),
    histories: new ByteCache(maxBytes * historyShare),
    evidence: new ByteCache(maxBytes * evidenceShare),
    signers: new Map(),
    running: new Map(),
    readings: new Map(),
  }
}

function keepEvidence(memory: Memory, { key, records, missing }: Evidence, toBlock: bigint): void {
  if (missing.length > 0) return
  const kept = records.filter(({ blockNumber }) => blockNumber <= toBlock)
  memory.evidence.set(key, { records: kept, toBlock }, BYTES_OF_ENTRY + kept.length * BYTES_OF_RECORD)
}

/** Only what no reorganisation and no lagging index will change. */
function keepHistory(memory: Memory, key: string, history: HistoryReading): void {
  const extent = extentOf(history)
  if (!extent || extent.fromBlock > 0n) return
  const toBlock = settledBlock(extent)
  const before = memory.histories.get(key)
  if (toBlock < 0n || (before && toBlock <= (extentOf(before)?.toBlock ?? -1n))) return
  const records = history.records.filter(({ blockNumber }) => blockNumber <= toBlock)
  const settled = history.settled?.filter(({ blockNumber }) => blockNumber <= toBlock) ?? []
  // Who is given them again sees that they are the same.
  for (const record of records) Object.freeze(record)
  const kept = { sender: history.sender, records, settled, complete: true, extents: [{ ...extent, toBlock }] }
  memory.histories.set(key, kept, BYTES_OF_ENTRY + (records.length + settled.length) * BYTES_OF_RECORD)
}

type GetHistory = NonNullable<IDataProvider['getHistory']>

/** What others have recorded about a sender and some addresses. */
type Evidence = { key: string; records: readonly HistoryRecord[]; missing: readonly string[] }

type EvidenceScope = Pick<HistoryOptions, 'target' | 'signal'> & {
  /** The history that was kept when the reading began. */
  settled: HistoryExtent | undefined
  memory: Memory
}

/** Signers looked up at once for one target. */
const maxLookups = 100

/** Signers remembered, about 2 MB. */
const maxSigners = 10_000

/** Parts of the memory that histories, records of others and first uses may take; scans have the rest. */
const historyShare = 15 / 16
const evidenceShare = 1 / 32
const activityShare = 1 / 64

const bytesOfAddress = 80
const bytesOfActivity = 400
