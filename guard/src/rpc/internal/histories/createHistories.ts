import { CachingDataProvider, type HistoryOptions, type HistoryReading, type IDataProvider } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import { within } from '../within.js'
import { createRoundRobin } from './createRoundRobin.js'
import { createShares } from './createShares.js'

/**
 * Keeps the histories of the accounts that use the guard ready: read when an account is first seen, often before it pays, and
 * updated from then on.
 *
 * If the source fails later, what was read before still counts, as incomplete: an imitation of a known payee is refused during
 * an outage too.
 */
export function createHistories(
  source: IDataProvider,
  { waitMs, freshMs, now = Date.now, maxAccounts = 256, maxReadings = 8, maxBytes }: HistoriesOptions,
): Histories {
  // Checks read on as well.
  const cache = new CachingDataProvider(source, { maxReadings: 2 * maxReadings, maxBytes })
  const fresh = (): AccountState => ({ isReady: false, readAt: 0 })
  const queue = createRoundRobin(maxReadings)
  // An account that is no longer kept is not read either.
  const accounts = createShares(maxAccounts, fresh, queue.leave)
  const stateOf = (account: Address, user: string) => accounts.use(account.toLowerCase(), user)

  /** @param isAhead - Whether no payment waits for it yet. */
  function sync(account: Address, user: string, state: AccountState, isAhead: boolean): Promise<void> {
    const askFor = (task: () => Promise<void>) => queue.ask(user, account.toLowerCase(), task, { isAhead })
    if (state.waiting && !isAhead) askFor(state.waiting)
    state.running ??= new Promise((resolve) => {
      state.startedAt = now()
      state.waiting = async () => {
        // It may have run for another user.
        if (!state.waiting) return
        state.waiting = undefined
        try {
          await readFresh(account, state, { withoutEvidence: true, withoutSigners: true })
          state.isReady = true
        } catch {
          // A failure shows in the check itself, which reads again.
        }
        state.readAt = now()
        state.running = undefined
        resolve()
      }
      askFor(state.waiting)
    })
    return state.running
  }

  const provider: IDataProvider = {
    getOutgoingCounterparties: (...args) => cache.getOutgoingCounterparties(...args),
    getAddressActivity: (...args) => cache.getAddressActivity(...args),
    countZeroValueTransfers: (...args) => cache.countZeroValueTransfers(...args),
    ...(cache.getSettledRecipients && { getSettledRecipients: cache.getSettledRecipients }),
    ...(cache.getHistory && { getHistory: readHistory }),
  }
  return {
    provider,
    hint(account, user) {
      const state = stateOf(account, user)
      if (state.running === undefined && now() - state.readAt > refreshMs) void sync(account, user, state, true)
    },
    async awaitReady(account, user) {
      const state = stateOf(account, user)
      if (state.isReady) return undefined
      const startedAt = state.running ? (state.startedAt ?? now()) : now()
      const isDone = await within(sync(account, user, state, false), waitMs)
      // A failed read is reported by the check, which names the missing source.
      if (isDone) return undefined
      return { retryAfterMs: Math.max(waitMs, now() - startedAt) }
    },
  }

  async function readFresh(account: Address, state: AccountState, options?: HistoryOptions): Promise<HistoryReading> {
    if (!cache.getHistory) throw new Error('This source has no histories.')
    const reading = await cache.getHistory(account, options)
    if (reading.complete) state.last = reading
    return reading
  }

  /** The newest records if they arrive in time; otherwise the last reading, marked as incomplete. */
  async function readHistory(account: Address, options: HistoryOptions = {}): Promise<HistoryReading> {
    const state = accounts.get(account.toLowerCase()) ?? fresh()
    const reading = readFresh(account, state, options)
    if (state.last !== undefined && !(await within(reading, freshMs))) return outdated(state.last)
    try {
      const now = await reading
      return now.complete || state.last === undefined ? now : outdated(state.last, now.records)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (state.last === undefined) throw error
      return outdated(state.last)
    }
  }
}

/** The last complete reading with newer records, marked as incomplete. */
function outdated(last: HistoryReading, more: HistoryReading['records'] = []): HistoryReading {
  const keyOf = ({ chainId, transactionHash, logIndex, token, to }: HistoryReading['records'][number]) =>
    [chainId, transactionHash, logIndex, token, to].join()
  const known = new Set(more.map(keyOf))
  return {
    ...last,
    records: [...last.records.filter((record) => !known.has(keyOf(record))), ...more],
    complete: false,
    // Without extents, no check waits for the chain's head to compare them with.
    extents: undefined,
    missing: ['The newest blocks could not be read.'],
  }
}

export type HistoriesOptions = {
  /** How long a request waits for the first reading of an account. */
  waitMs: number
  /** How long a check waits for the newest blocks. */
  freshMs: number
  now?: (() => number) | undefined
  /** Accounts whose state is kept; when there are too many, the user with most of them loses one. */
  maxAccounts?: number | undefined
  /** Accounts read ahead at a time. */
  maxReadings?: number | undefined
  /** Memory for histories. @default that of `CachingDataProvider` */
  maxBytes?: number | undefined
}

export type Histories = {
  /** Reads from what is ready. */
  provider: IDataProvider
  /** An account is in use: its history is read ahead. */
  hint: (account: Address, user: string) => void
  /** Waits for the first reading. @returns When to ask again, where it takes longer than `waitMs`. */
  awaitReady: (account: Address, user: string) => Promise<{ retryAfterMs: number } | undefined>
}

type AccountState = {
  isReady: boolean
  running?: Promise<void> | undefined
  /** Reads it, and is absent once that has begun. */
  waiting?: (() => Promise<void>) | undefined
  startedAt?: number
  readAt: number
  /** The last complete reading. */
  last?: HistoryReading
}

/** Age from which a history is read again ahead of the next payment. */
const refreshMs = 60_000
