import type { Address } from 'viem'
import { InvalidInputError } from '../errors/input.js'
import { DataUnavailableError } from '../errors/risk.js'
import type {
  ActivityOptions,
  AddressActivity,
  CounterpartyScan,
  DataProviderOptions,
  HistoryOptions,
  HistoryReading,
  IDataProvider,
} from './history/IDataProvider.js'
import type { HistoryRecord, SettledRecipient } from './history/SenderHistory.js'
import { assertHistoryOf, isScan } from './internal/answers.js'
import { uniqueRecords } from './internal/extents.js'

/**
 * Reads one sender on several chains, each through a provider of its own, and answers for all of them together: a payee
 * of one chain is protected against imitations on every other.
 *
 * A provider that fails makes a history incomplete and is named in `missing`; where a number would be too low without
 * it, the call rejects.
 *
 * @example
 * const provider = new MergedDataProvider([
 *   new ExplorerDataProvider({ chainId: 5042002 }),
 *   new ExplorerDataProvider({ chainId: 84532 }),
 * ])
 * const report = await check(sender, recipient, { provider })
 */
export class MergedDataProvider implements IDataProvider {
  readonly #providers: readonly IDataProvider[]
  /** Absent where no provider has histories. */
  readonly getHistory?: (sender: Address, options?: HistoryOptions) => Promise<HistoryReading>
  /** Absent where no provider knows them. */
  readonly getSettledRecipients?: NonNullable<IDataProvider['getSettledRecipients']>

  /** @param providers - One for each chain. */
  constructor(providers: readonly IDataProvider[]) {
    if (providers.length === 0) throw new InvalidInputError('providers', 'At least one provider is needed.')
    this.#providers = providers
    if (providers.some((provider) => provider.getHistory))
      this.getHistory = (sender, options) => this.#readHistory(sender, options)
    if (providers.some((provider) => provider.getSettledRecipients))
      this.getSettledRecipients = (sender, options) => this.#readSettled(sender, options)
  }

  async getOutgoingCounterparties(sender: Address, options?: DataProviderOptions): Promise<CounterpartyScan> {
    const scans = await Promise.allSettled(
      this.#providers.map(async (provider) => {
        const scan = await provider.getOutgoingCounterparties(sender, options)
        if (!isScan(scan)) throw new Error('This is not a list of payees.')
        return scan
      }),
    )
    const read = answersOf(`reading the payments of ${sender}`, scans, options)
    return {
      counterparties: [...new Set(read.flatMap(({ counterparties }) => counterparties))],
      complete: read.length === scans.length && read.every(({ complete }) => complete),
    }
  }

  /** The sum of all chains, and the earliest first use. */
  async getAddressActivity(address: Address, options?: ActivityOptions): Promise<AddressActivity> {
    const all = await Promise.all(this.#providers.map((provider) => provider.getAddressActivity(address, options)))
    const times = all.flatMap(({ firstSeenAt }) => firstSeenAt?.getTime() ?? [])
    return {
      transactionCount: all.reduce((sum, { transactionCount }) => sum + transactionCount, 0),
      firstSeenAt: times.length === 0 ? null : new Date(Math.min(...times)),
    }
  }

  async countZeroValueTransfers(from: Address, to: Address, options?: DataProviderOptions): Promise<number> {
    const counts = await Promise.all(
      this.#providers.map((provider) => provider.countZeroValueTransfers(from, to, options)),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }

  /** Block numbers of several chains do not compare, so each history is read from its beginning. */
  async #readHistory(sender: Address, { fromBlock: _, ...options }: HistoryOptions = {}): Promise<HistoryReading> {
    const readings = await Promise.allSettled(
      this.#providers.map(async (provider) => {
        if (!provider.getHistory) throw new Error('A provider has no histories.')
        return assertHistoryOf(sender, await provider.getHistory(sender, options))
      }),
    )
    const read = answersOf(`reading the history of ${sender}`, readings, options)
    const missing = [
      ...failuresOf(readings).map((error) => (error instanceof Error ? error.message : String(error))),
      ...read.flatMap((reading) => reading.missing ?? []),
    ]
    const unreadChains = read.flatMap((reading) => reading.unreadChains ?? [])
    const isRead = read.length === readings.length && read.every((one) => one.complete || one.unreadChains?.length)
    return {
      sender,
      records: mergeRecords(read),
      settled: read.flatMap(({ settled = [] }) => settled),
      complete: isRead && unreadChains.length === 0,
      ...(isRead && unreadChains.length > 0 && { unreadChains }),
      extents: read.flatMap(({ extents = [] }) => extents),
      ...(missing.length > 0 && { missing }),
    }
  }

  async #readSettled(sender: Address, options?: DataProviderOptions): Promise<readonly SettledRecipient[]> {
    const lists = await Promise.all(
      this.#providers.map((provider) => provider.getSettledRecipients?.(sender, options) ?? []),
    )
    return lists.flat()
  }
}

/** A payment that two providers of one chain list is one payment. */
function mergeRecords(readings: readonly HistoryReading[]): HistoryRecord[] {
  const chains = readings.map(({ records }) => new Set(records.map(({ chainId }) => chainId)))
  const records = readings.flatMap((reading) => reading.records)
  const isApart = new Set(chains.flatMap((ids) => [...ids])).size === chains.reduce((sum, { size }) => sum + size, 0)
  return isApart ? records : uniqueRecords(records)
}

/** @throws {@link DataUnavailableError} when there is none; the reason of the signal. */
function answersOf<answer>(
  attempted: string,
  results: readonly PromiseSettledResult<answer>[],
  options: DataProviderOptions | undefined,
): answer[] {
  options?.signal?.throwIfAborted()
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (answers.length === 0) throw new DataUnavailableError(attempted, failuresOf(results)[0])
  return answers
}

function failuresOf(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
}
