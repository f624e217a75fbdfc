import type { Address, Hash } from 'viem'
import { deploymentFor } from '../chain/registry.js'
import { withDeadline } from '../chain/withDeadline.js'
import { InvalidInputError } from '../errors/input.js'
import type { HistoryRecord } from './history.js'
import type {
  AddressActivity,
  CounterpartyScan,
  DataProviderOptions,
  HistoryOptions,
  HistoryReading,
  IDataProvider,
} from './IDataProvider.js'
import { continueHistory, extentOf } from './internal/extents.js'
import { maxHistoryLagBlocks } from './internal/lag.js'
import { hashesToResolve, withSigners } from './internal/signers.js'

/**
 * Remembers senders' payees and histories, since they cost the most requests and change the least.
 *
 * Only successful, complete answers are kept. Concurrent calls for one sender share one request; when it fails, every
 * caller learns so and the next one asks again. What is known about a target is never kept: a bait planted a second ago
 * must be seen. So a history is kept only up to 20 blocks below the head, and every answer reads the blocks from there
 * on; `prepare` does the long first reading ahead of time. A history whose source cannot say how far it goes is not kept.
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
  readonly #kept = new Map<string, { scan: CounterpartyScan; at: number }>()
  readonly #running = new Map<string, Promise<CounterpartyScan>>()
  readonly #histories = new Map<string, HistoryReading>()
  readonly #signers = new Map<Hash, Address>()
  readonly #readings = new Map<string, Promise<HistoryReading>>()
  /** Absent where the inner provider has no histories. */
  readonly getHistory?: (sender: Address, options?: HistoryOptions) => Promise<HistoryReading>

  /** Absent where the inner provider does not know them; not kept, since a claim may settle at any moment. */
  readonly getSettledRecipients?: NonNullable<IDataProvider['getSettledRecipients']>

  constructor(inner: IDataProvider, { ttlMs = 60_000, now = Date.now }: CachingDataProviderOptions = {}) {
    if (!(ttlMs >= 0)) throw new InvalidInputError('ttlMs', `A time to live of ${ttlMs} ms is not 0 or more.`)
    this.#inner = inner
    this.#ttlMs = ttlMs
    this.#now = now
    if (inner.getSettledRecipients) this.getSettledRecipients = inner.getSettledRecipients.bind(inner)
    if (inner.getHistory) this.getHistory = (sender, options) => this.#answer(sender, options)
  }

  async getOutgoingCounterparties(sender: Address, { signal }: DataProviderOptions = {}): Promise<CounterpartyScan> {
    signal?.throwIfAborted()
    const key = sender.toLowerCase()
    const kept = this.#kept.get(key)
    if (kept && this.#isYoung(kept.at)) return kept.scan
    const running = this.#running.get(key) ?? this.#scan(key, sender)
    // The shared request outlives a caller who gives up: others may be waiting for it.
    return withDeadline(() => running, { signal })
  }

  getAddressActivity(address: Address, options?: DataProviderOptions): Promise<AddressActivity> {
    return this.#inner.getAddressActivity(address, options)
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
    const kept = this.#histories.get(sender.toLowerCase())
    return kept && extentOf(kept)?.toBlock
  }

  async #answer(
    sender: Address,
    { signal, target, fromBlock, withoutSigners }: HistoryOptions = {},
  ): Promise<HistoryReading> {
    signal?.throwIfAborted()
    const key = sender.toLowerCase()
    const reading = this.#readings.get(key) ?? this.#read(key, sender)
    const history = await withDeadline(() => reading, { signal })
    const wanted = withoutSigners ? history : await this.#withSigners(history, target, signal)
    if (fromBlock === undefined) return wanted
    return { ...wanted, records: wanted.records.filter(({ blockNumber }) => blockNumber >= fromBlock) }
  }

  #read(key: string, sender: Address): Promise<HistoryReading> {
    const reading = Promise.resolve()
      .then(() => this.#continue(this.#histories.get(key), sender))
      .then((history) => {
        if (history.complete) this.#keepHistory(key, history)
        return history
      })
      .finally(() => this.#readings.delete(key))
    this.#readings.set(key, reading)
    return reading
  }

  async #continue(kept: HistoryReading | undefined, sender: Address): Promise<HistoryReading> {
    const read = this.#inner.getHistory?.bind(this.#inner) as NonNullable<IDataProvider['getHistory']>
    const extent = kept && extentOf(kept)
    if (!kept || !extent) return read(sender, { withoutSigners: true })
    return continueHistory(kept, await read(sender, { fromBlock: extent.toBlock + 1n, withoutSigners: true }))
  }

  /** The reading is shared, the target is not: signers are looked up for each, and remembered. */
  async #withSigners(
    history: HistoryReading,
    target: Address | undefined,
    signal: AbortSignal | undefined,
  ): Promise<HistoryReading> {
    const records = withSigners(history.records, this.#signers)
    const hashes = new Set(hashesToResolve(history.sender, records, { target, limit: maxLookups }))
    if (hashes.size === 0 || !this.#inner.resolveSigners) return { ...history, records }
    const open = records.filter(({ signer, transactionHash }) => signer === null && hashes.has(transactionHash))
    try {
      if (this.#signers.size > maxSigners) this.#signers.clear()
      for (const { transactionHash, signer } of await this.#inner.resolveSigners(open, { signal }))
        if (signer !== null) this.#signers.set(transactionHash, signer)
      return { ...history, records: withSigners(records, this.#signers) }
    } catch (error) {
      signal?.throwIfAborted()
      const missing = [...(history.missing ?? []), `Signers could not be looked up: ${String(error)}`]
      return { ...history, records, complete: false, missing }
    }
  }

  /** Only what no reorganisation and no lagging index will change. */
  #keepHistory(key: string, history: HistoryReading): void {
    const extent = extentOf(history)
    if (!extent || extent.fromBlock > 0n) return
    const depth = Math.max(maxHistoryLagBlocks, deploymentFor(extent.chainId)?.reorgDepthBlocks ?? 0)
    const toBlock = extent.toBlock - BigInt(depth)
    const before = this.#histories.get(key)
    if (toBlock < 0n || (before && toBlock <= (extentOf(before)?.toBlock ?? -1n))) return
    this.#histories.set(key, {
      sender: history.sender,
      records: history.records.filter(({ blockNumber }) => blockNumber <= toBlock),
      complete: true,
      extents: [{ ...extent, toBlock }],
    })
  }

  #scan(key: string, sender: Address): Promise<CounterpartyScan> {
    const at = this.#now()
    const running = Promise.resolve()
      .then(() => this.#inner.getOutgoingCounterparties(sender))
      .then((scan) => {
        if (scan.complete) this.#keep(key, scan, at)
        return scan
      })
      .finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }

  #keep(key: string, scan: CounterpartyScan, at: number): void {
    for (const [other, kept] of this.#kept) if (!this.#isYoung(kept.at)) this.#kept.delete(other)
    this.#kept.set(key, { scan, at })
  }

  #isYoung(at: number): boolean {
    const ageMs = this.#now() - at
    return ageMs >= 0 && ageMs < this.#ttlMs
  }
}

/** How long scans are used. */
export type CachingDataProviderOptions = {
  /** How long a scan is used, counted from its start.
   * @default 60000 */
  ttlMs?: number | undefined
  /** Clock in milliseconds.
   * @default Date.now */
  now?: (() => number) | undefined
}

/** Signers looked up at once for one target. */
const maxLookups = 100

/** Signers remembered. */
const maxSigners = 100_000
