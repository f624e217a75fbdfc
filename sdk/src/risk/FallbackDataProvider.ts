import type { Address } from 'viem'
import { sleep } from '../chain/sleep.js'
import { InvalidInputError } from '../errors/input.js'
import { DataUnavailableError } from '../errors/risk.js'
import type {
  ActivityOptions,
  AddressActivity,
  CounterpartyScan,
  DataProviderOptions,
  EvidenceOptions,
  HistoryOptions,
  HistoryReading,
  IDataProvider,
} from './history/IDataProvider.js'
import { lower } from './history/lower.js'
import type { HistoryRecord, SettledRecipient } from './history/SenderHistory.js'
import { continueHistory, extentOf, uniqueRecords } from './internal/extents.js'

/**
 * Asks several sources, the first one first, and gives the first complete answer.
 *
 * The next source is asked when the one before it fails, answers incompletely, or is silent for `patienceMs`. Where
 * no source answers completely, what all of them know together is given, and stays incomplete. One exception: where a
 * source is whole up to a block and another whole from there on, the two together are whole. A history that lacks a
 * payment which a source before it knows is not complete, whatever it says of itself.
 *
 * @example
 * const provider = new FallbackDataProvider([new ExplorerDataProvider(), new RpcDataProvider({ client: publicClient })], {
 *   onFailure: ({ source, method, error }) => console.warn(`source ${source}, ${method}:`, error),
 * })
 */
export class FallbackDataProvider implements IDataProvider {
  readonly #providers: readonly IDataProvider[]
  readonly #patienceMs: number
  readonly #onFailure: ((failure: ProviderFailure) => void) | undefined
  readonly #failures = new Map<string, ProviderFailure>()
  /** Absent where no source has histories: then the three answers decide. */
  readonly getHistory?: (sender: Address, options?: HistoryOptions) => Promise<HistoryReading>
  /** Absent where a source with histories does not read them apart. */
  readonly getEvidence?: NonNullable<IDataProvider['getEvidence']>
  /** Absent where no source knows them. */
  readonly getSettledRecipients?: NonNullable<IDataProvider['getSettledRecipients']>
  readonly resolveSigners?: (
    records: readonly HistoryRecord[],
    options?: DataProviderOptions,
  ) => Promise<HistoryRecord[]>

  constructor(
    providers: readonly IDataProvider[],
    { patienceMs = 3_000, onFailure }: FallbackDataProviderOptions = {},
  ) {
    if (providers.length === 0) throw new InvalidInputError('providers', 'There must be at least one source.')
    if (!(patienceMs >= 0)) throw new InvalidInputError('patienceMs', `A wait of ${patienceMs} ms is not 0 or more.`)
    this.#providers = providers
    this.#patienceMs = patienceMs
    this.#onFailure = onFailure
    if (providers.some((provider) => provider.getHistory))
      this.getHistory = (sender, options) => this.#readHistory(sender, options)
    if (providers.some((provider) => provider.getSettledRecipients))
      this.getSettledRecipients = (sender, options) => this.#readSettled(sender, options)
    // Only where each source reads them apart: from one that does not, they come with the history.
    if (providers.every((provider) => provider.getEvidence || !provider.getHistory))
      this.getEvidence = (sender, evidenceOptions) => this.#readEvidence(sender, evidenceOptions)
    if (providers.some((provider) => provider.resolveSigners))
      this.resolveSigners = (records, options) => this.#resolve(records, options)
  }

  /** The last failure of each source and method that has not been followed by a success. */
  get failures(): readonly ProviderFailure[] {
    return [...this.#failures.values()]
  }

  getOutgoingCounterparties(sender: Address, options?: DataProviderOptions): Promise<CounterpartyScan> {
    return this.#first<CounterpartyScan>('getOutgoingCounterparties', options, {
      ask: (provider) => (signal) => provider.getOutgoingCounterparties(sender, { signal }),
      isComplete: ({ complete }) => complete,
      merge: (answers) => ({
        counterparties: unique(answers.flatMap(({ counterparties }) => counterparties)),
        complete: false,
      }),
    })
  }

  getAddressActivity(address: Address, options?: ActivityOptions): Promise<AddressActivity> {
    return this.#first<AddressActivity>('getAddressActivity', options, {
      ask: (provider) => (signal) => provider.getAddressActivity(address, { ...options, signal }),
    })
  }

  countZeroValueTransfers(from: Address, to: Address, options?: DataProviderOptions): Promise<number> {
    return this.#first<number>('countZeroValueTransfers', options, {
      ask: (provider) => (signal) => provider.countZeroValueTransfers(from, to, { signal }),
    })
  }

  #readHistory(sender: Address, options: HistoryOptions = {}): Promise<HistoryReading> {
    let behind: HistoryReading | undefined
    const partial: HistoryReading[] = []
    return this.#first<HistoryReading>('getHistory', options, {
      ask: (provider) => {
        const read = provider.getHistory?.bind(provider)
        return (
          read &&
          (async (signal) => {
            const earlier = options.fromBlock === undefined ? behind : undefined
            const end = earlier && extentOf(earlier)
            if (earlier && end) {
              // Of a chain that another source has already told up to a block, only the rest is needed.
              const rest = await read(sender, { ...options, signal, fromBlock: end.toBlock + 1n })
              if (rest.extents || !rest.complete) return continueHistory(earlier, rest)
            }
            const answer = await read(sender, { ...options, signal })
            if (answer.complete) return contradicted(answer, partial)
            partial.push(answer)
            if (extentOf(answer)) behind ??= answer
            return answer
          })
        )
      },
      isComplete: ({ complete }) => complete,
      merge: (answers) => mergeHistories(sender, answers),
    })
  }

  #readEvidence(sender: Address, options?: EvidenceOptions): Promise<readonly HistoryRecord[]> {
    return this.#first<readonly HistoryRecord[]>('getEvidence', options, {
      ask: (provider) => {
        const read = provider.getEvidence?.bind(provider)
        return read && ((signal) => read(sender, { ...options, signal }))
      },
    })
  }

  #readSettled(sender: Address, options?: DataProviderOptions): Promise<readonly SettledRecipient[]> {
    return this.#first<readonly SettledRecipient[]>('getSettledRecipients', options, {
      ask: (provider) => {
        const read = provider.getSettledRecipients?.bind(provider)
        return read && ((signal) => read(sender, { signal }))
      },
    })
  }

  async #resolve(records: readonly HistoryRecord[], options?: DataProviderOptions): Promise<HistoryRecord[]> {
    return this.#first<HistoryRecord[]>('resolveSigners', options, {
      ask: (provider) => {
        const resolve = provider.resolveSigners?.bind(provider)
        return resolve && ((signal) => resolve(records, { signal }))
      },
    })
  }

  /** Asks one after the other, the next one early where the one before is slow. */
  async #first<answer>(
    method: ProviderFailure['method'],
    { signal }: DataProviderOptions = {},
    { ask, isComplete = () => true, merge }: Question<answer>,
  ): Promise<answer> {
    signal?.throwIfAborted()
    const ending = new AbortController()
    const giveUp = () => ending.abort(signal?.reason)
    signal?.addEventListener('abort', giveUp, { once: true })
    const answers: answer[] = []
    const errors: unknown[] = []
    const settled: Promise<void>[] = []
    const sources = this.#providers.flatMap((provider, source) => {
      const read = ask(provider)
      return read ? [{ read, source }] : []
    })
    try {
      return await new Promise<answer>((resolve, reject) => {
        ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true })
        const run = async () => {
          for (const { read, source } of sources) {
            if (ending.signal.aborted) return
            const turn = (async () => {
              try {
                const answer = await read(ending.signal)
                if (isComplete(answer)) {
                  this.#failures.delete(`${source}:${method}`)
                  resolve(answer)
                } else {
                  answers.push(answer)
                  this.#note(ending.signal, { source, method, error: incomplete(answer) })
                }
              } catch (error) {
                errors.push(error)
                this.#note(ending.signal, { source, method, error })
              }
            })()
            settled.push(turn)
            const waited = new AbortController()
            const hasWaited = sleep(this.#patienceMs, waited.signal).then(
              () => true,
              () => false,
            )
            const isSilent = await Promise.race([turn, hasWaited])
            waited.abort()
            if (isSilent) this.#note(ending.signal, { source, method, error: silence(this.#patienceMs) })
          }
          await Promise.all(settled)
          if (answers.length > 0 && merge) resolve(merge(answers))
          else
            reject(
              errors.length === 1
                ? errors[0]
                : new DataUnavailableError('asking every source', new AggregateError(errors)),
            )
        }
        run().catch(reject)
      })
    } finally {
      signal?.removeEventListener('abort', giveUp)
      ending.abort(new Error('Another source has answered.'))
    }
  }

  /** What ends because another source was faster is not a failure. */
  #note(signal: AbortSignal, failure: ProviderFailure): void {
    if (signal.aborted) return
    this.#failures.set(`${failure.source}:${failure.method}`, failure)
    this.#onFailure?.(failure)
  }
}

/** How long a source may be silent, and who hears of failures. */
export type FallbackDataProviderOptions = {
  /** How long a silent source is waited for before the next one is asked as well.
   * @default 3000 */
  patienceMs?: number | undefined
  /** Called whenever a source fails, answers incompletely, or is silent for `patienceMs`. */
  onFailure?: ((failure: ProviderFailure) => void) | undefined
}

/** One source that did not answer completely. */
export type ProviderFailure = {
  /** Its place in the list. */
  source: number
  method: keyof IDataProvider
  /** What it threw; an `Error` that says so where the answer was incomplete, or did not come. */
  error: unknown
}

type Question<answer> = {
  /** How to ask a source; `undefined` for one that cannot be asked this. */
  ask: (provider: IDataProvider) => ((signal: AbortSignal) => Promise<answer>) | undefined
  isComplete?: (answer: answer) => boolean
  merge?: (answers: readonly answer[]) => answer
}

/** The same answer, unless one before it knows of a payment that it lacks: a node may have thrown old logs away. */
function contradicted(answer: HistoryReading, earlier: readonly HistoryReading[]): HistoryReading {
  const { toBlock } = extentOf(answer) ?? {}
  const known = new Set(answer.records.map(({ transactionHash }) => lower(transactionHash)))
  const lost = earlier
    .flatMap(({ records }) => records)
    .find(
      ({ canonical, token, value, blockNumber, transactionHash }) =>
        canonical &&
        // Not every node has logs of the chain's own coin.
        token !== null &&
        value > 0n &&
        (toBlock === undefined || blockNumber <= toBlock) &&
        !known.has(lower(transactionHash)),
    )
  if (lost === undefined) return answer
  const missing = `A source that calls its answer complete does not know the payment ${lost.transactionHash}.`
  return { ...mergeHistories(answer.sender, [...earlier, answer]), missing: [missing] }
}

function mergeHistories(sender: Address, answers: readonly HistoryReading[]): HistoryReading {
  const settled = answers.flatMap((answer) => answer.settled ?? [])
  const missing = unique(answers.flatMap((answer) => answer.missing ?? []))
  return {
    sender,
    records: uniqueRecords(answers.flatMap(({ records }) => records)),
    complete: false,
    ...(settled.length > 0 && { settled }),
    ...(missing.length > 0 && { missing }),
  }
}

function silence(ms: number): Error {
  return new Error(`There is no answer after ${ms} ms.`)
}

function incomplete(answer: unknown): Error {
  // Of the answers that can be incomplete, a history says what is missing.
  const { missing } = answer as { missing?: readonly string[] }
  return new Error(['The answer is incomplete.', ...(missing ?? [])].join(' '))
}

function unique<value>(values: readonly value[]): value[] {
  return [...new Set(values)]
}
