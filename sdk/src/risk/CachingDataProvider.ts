import type { Address } from 'viem'
import { InvalidInputError } from '../errors/input.js'
import type { AddressActivity, CounterpartyScan, DataProviderOptions, IDataProvider } from './IDataProvider.js'
import { withDeadline } from './internal/withDeadline.js'

/**
 * Remembers senders' payees for a while, since they cost the most requests and change the least.
 *
 * Only successful, complete scans are kept. Concurrent calls for one sender share one request; when it fails, every
 * caller learns so and the next one asks again. What is known about a target is never kept: a bait planted a second ago
 * must be seen.
 *
 * @example
 * const provider = new CachingDataProvider(new ExplorerDataProvider())
 * await check(sender, recipient, { provider })
 */
export class CachingDataProvider implements IDataProvider {
  readonly #inner: IDataProvider
  readonly #ttlMs: number
  readonly #now: () => number
  readonly #kept = new Map<string, { scan: CounterpartyScan; at: number }>()
  readonly #running = new Map<string, Promise<CounterpartyScan>>()

  constructor(inner: IDataProvider, { ttlMs = 60_000, now = Date.now }: CachingDataProviderOptions = {}) {
    if (!(ttlMs >= 0)) throw new InvalidInputError('ttlMs', `A time to live of ${ttlMs} ms is not 0 or more.`)
    this.#inner = inner
    this.#ttlMs = ttlMs
    this.#now = now
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

/** How long answers are kept. */
export type CachingDataProviderOptions = {
  /** How long a scan is used, counted from its start.
   * @default 60000 */
  ttlMs?: number | undefined
  /** Clock in milliseconds.
   * @default Date.now */
  now?: (() => number) | undefined
}
