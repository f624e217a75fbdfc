import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type ReadClient, streamLogs } from '@holdfast/sdk/chain'
import type { ServedChain } from '../../chains/ServedChain.js'
import { acquireLease, assertLease, type Lease, releaseLease, renewLease } from '../../store/lease.js'
import type { Queries, Store } from '../../store/Store.js'
import { LeaseLostError } from '../../store/StoreErrors.js'
import { elapsed } from '../../telemetry/elapsed.js'
import { nameOf } from '../../telemetry/nameOf.js'
import type { Log, Metrics } from '../../telemetry/Telemetry.js'
import type { IndexState } from '../EventIndex.js'
import { findFork } from '../findFork.js'
import { type Header, readHeader } from '../headers.js'
import { ContradictoryLogsError, EndpointsBehindError, StartBlockError } from '../IndexErrors.js'
import { readSeen, type Seen, writeSeen } from '../seenBlocks.js'
import { type EventRow, type EventSource, type EventTable, identityOf } from './EventSource.js'
import { readState, writeState } from './stateRows.js'

/**
 * Keeps one kind of event up to date in the store: reads the chain in rounds while it holds the lease, and reads what
 * the holder has stored while it does not.
 *
 * A round asks one endpoint for its head, compares the recorded blocks with the chain, and reads from a little before
 * the cursor up to that head. A stored row is never deleted because an answer leaves it out, only because the chain has
 * another block there.
 */
export class Scan {
  readonly name: string
  readonly #parts: ScanParts
  readonly #holder: string
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #lease: Lease | undefined
  #renewal: NodeJS.Timeout | undefined
  #state: IndexState
  /** The endpoint to ask first, and how long one other than the first of the list is preferred. */
  #preferred = 0
  #preferredUntil = 0
  #failures = 0

  constructor(parts: ScanParts) {
    this.#parts = parts
    const { chain, source, instanceId } = parts
    this.name = `${source.table}:${chain.id}:${source.address.toLowerCase()}`
    this.#holder = `${instanceId}:${randomUUID()}`
    this.#state = { nextBlock: source.startBlock, headTimeMs: 0, succeededAt: 0, rewrites: 0 }
    this.#running = this.#run()
  }

  /** As last read from the store. */
  get state(): IndexState {
    return this.#state
  }

  /** Reads the state again, for a caller that found rows which do not match it. */
  async refresh(): Promise<void> {
    await this.#show(await readState(this.#parts.store.db, this.name, this.#parts.source.startBlock))
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { timing, log, chain, source } = this.#parts
    const { signal } = this.#stopping
    while (!signal.aborted) {
      let waitMs: number = timing.standbyMs
      try {
        if (await this.#holdLease()) {
          await this.#round()
          waitMs = timing.pollMs
        } else await this.refresh()
        this.#failures = 0
      } catch (error) {
        if (error instanceof LeaseLostError) this.#dropLease()
        else if (!signal.aborted) {
          const facts = { index: source.table, chain: chain.id, error: nameOf(error) }
          if (this.#failures++ % 20 === 0) log.warn('an index was held up', facts)
          waitMs = Math.min(timing.pollMs * 2 ** this.#failures, timing.maxPauseMs) * (0.5 + Math.random() / 2)
        }
      }
      await pause(waitMs, undefined, { signal }).catch(() => {})
    }
    const lease = this.#lease
    this.#dropLease()
    if (lease) await releaseLease(this.#parts.store, lease).catch(() => {})
  }

  async #holdLease(): Promise<boolean> {
    const { store, now, timing } = this.#parts
    if (this.#lease) return true
    const lease = await acquireLease(store, `index:${this.name}`, this.#holder, timing.leaseMs, now())
    if (!lease) return false
    this.#lease = lease
    // A round may take long: renew the lease even when nothing is committed.
    this.#renewal = setInterval(() => void this.#renew(), timing.leaseMs / 3)
    return true
  }

  async #renew(): Promise<void> {
    const { store, now, timing } = this.#parts
    const held = this.#lease
    if (!held) return
    const renewed = await renewLease(store, held, timing.leaseMs, now()).catch(() => held)
    if (this.#lease !== held) return
    if (renewed) this.#lease = renewed
    else this.#dropLease()
  }

  #dropLease(): void {
    clearInterval(this.#renewal)
    this.#lease = undefined
  }

  async #round(): Promise<void> {
    const { chain, source, store } = this.#parts
    await this.refresh()
    const { client, head } = await this.#chooseEndpoint()
    try {
      if (head.number < source.startBlock)
        throw new StartBlockError(chain.id, source.table, source.startBlock, head.number)
      const seen = await readSeen(store.db, this.name)
      const fork = await findFork(client, head, seen)
      if (fork) await this.#takeBack(fork.shared)
      if (head.number < this.#state.nextBlock - 1) {
        // An endpoint behind the cursor has nothing to add, and does not show what is missing.
        if (!this.#isOutOfReach(head)) throw new EndpointsBehindError(chain.id)
        await this.#takeBack(seen.find(({ number }) => number <= head.number))
      }
      await this.#keepAnchor(client, head, seen)
      await this.#readOn(client, head)
    } catch (error) {
      this.#turnAway()
      throw error
    }
  }

  /** Chooses one endpoint for the whole round, so that its head and its logs match. */
  async #chooseEndpoint(): Promise<{ client: ReadClient; head: Header }> {
    const { chain, now, timing } = this.#parts
    if (elapsed() > this.#preferredUntil) this.#preferred = 0
    const { endpoints } = chain
    // A served chain has an endpoint.
    const preferred = endpoints[this.#preferred % endpoints.length] as ReadClient
    const first = await readHeader(preferred, 'latest').catch((error: unknown) => {
      this.#turnAway()
      throw error
    })
    const isFresh = first && now() - first.timeMs < timing.staleHeadMs && first.number >= this.#state.nextBlock - 1
    if (first && (isFresh || endpoints.length === 1)) return { client: preferred, head: first }
    const answers = await Promise.all(
      endpoints.map(async (client) => ({ client, head: await readHeader(client, 'latest').catch(() => undefined) })),
    )
    const known = answers.flatMap(({ client, head }) => (head ? [{ client, head }] : []))
    const best = known.sort((a, b) => b.head.number - a.head.number)[0]
    if (!best) throw new EndpointsBehindError(chain.id)
    return best
  }

  #turnAway(): void {
    this.#preferred++
    this.#preferredUntil = elapsed() + 60_000
  }

  /** Whether the head is too far behind for lag: an endpoint must have invented what was read beyond it. */
  #isOutOfReach(head: Header): boolean {
    const { chain, now, timing } = this.#parts
    const lag = (10 * timing.staleHeadMs) / chain.deployment.blockTimeMs
    return now() - head.timeMs < timing.staleHeadMs && head.number + lag < this.#state.nextBlock
  }

  /** @param shared - The last recorded block that is still on the chain. */
  async #takeBack(shared: Seen | undefined): Promise<void> {
    const { chain, source, metrics, log } = this.#parts
    const from = shared === undefined ? source.startBlock : Math.max(shared.number + 1, source.startBlock)
    if (shared === undefined) log.error('no recorded block is on the chain any more', { chain: chain.id })
    await this.#commit(async (tx, state) => {
      const rows = deleteFrom(tx, source.table, chain.id).where('block_number', '>=', from)
      const { numDeletedRows } = await rows.executeTakeFirstOrThrow()
      await tx.deleteFrom('blocks').where('name', '=', this.name).where('number', '>=', from).execute()
      log.warn('the chain was reorganised', {
        index: source.table,
        chain: chain.id,
        from,
        rows: Number(numDeletedRows),
      })
      const nextBlock = Math.min(state.nextBlock, from)
      return { ...state, nextBlock, headTimeMs: 0, rewrites: state.rewrites + 1 }
    })
    metrics.count('index_reorgs_total', { chain: String(chain.id) })
  }

  /** Without logs only heads are recorded: one old block avoids reading everything again after a deep reorganisation. */
  async #keepAnchor(client: ReadClient, head: Header, seen: readonly Seen[]): Promise<void> {
    const [depth, reach] = [this.#parts.timing.anchorBlocks, 16 * this.#parts.timing.anchorBlocks]
    if (seen.some(({ number }) => number <= head.number - depth && number >= head.number - reach)) return
    const anchor = await readHeader(client, Math.max(head.number - 2 * depth, 0))
    if (anchor === undefined) return
    await this.#commit(async (tx, state) => {
      await writeSeen(
        tx,
        this.name,
        [anchor].map(({ number, hash }) => ({ number, hash })),
      )
      return state
    })
  }

  async #readOn(client: ReadClient, head: Header): Promise<void> {
    const { chain, source, timing } = this.#parts
    const fromBlock = Math.max(source.startBlock, this.#state.nextBlock - timing.rereadBlocks)
    const query = {
      address: source.address,
      topics: source.topics,
      fromBlock: BigInt(fromBlock),
      toBlock: BigInt(head.number),
      // The rows of either table have every field of `EventRow`.
      decode: source.decode as (log: Parameters<typeof source.decode>[0]) => EventRow | undefined,
    }
    const pages = streamLogs<EventRow>(client, query, {
      range: chain.deployment.logRangeBlocks,
      concurrency: 4,
      headBlock: BigInt(head.number),
      requestTimeoutMs: timing.requestTimeoutMs,
      retry: timing.retry,
      signal: this.#stopping.signal,
    })
    for await (const page of pages)
      await this.#keep(client, { from: Number(page.fromBlock), to: Number(page.toBlock), rows: page.logs }, head)
  }

  /** Commits the rows of a window together with the cursor after it. */
  async #keep(client: ReadClient, window: Window, head: Header): Promise<void> {
    const { chain, source, now, onStep, log } = this.#parts
    const rows = [...new Map(window.rows.map((row) => [identityOf(row), row])).values()]
    const hashes = hashesOf(rows, chain.id)
    const stored = await this.#storedIn(window)
    const isStored = new Set(stored.map(identityOf))
    const answered = new Set(rows.map(identityOf))
    const absent = stored.filter((row) => !answered.has(identityOf(row)))
    const gone = await this.#replaced(client, absent, hashes)
    const fresh = rows.filter((row) => !isStored.has(identityOf(row)))
    const late = fresh.filter((row) => row.block_number < this.#state.nextBlock).length
    if (late > 0 || gone.length > 0 || absent.length > 0)
      log.warn('a window differs from what was read before', {
        index: source.table,
        chain: chain.id,
        late,
        gone: gone.length,
        absent: absent.length,
      })
    await onStep?.('read')
    await this.#commit(async (tx, state) => {
      for (const row of gone)
        await deleteFrom(tx, source.table, chain.id)
          .where('block_hash', '=', row.block_hash)
          .where('transaction_hash', '=', row.transaction_hash)
          .where('log_index', '=', row.log_index)
          .execute()
      for (let start = 0; start < fresh.length; start += rowsAStatement) {
        await insert(tx, source.table, fresh.slice(start, start + rowsAStatement))
        await onStep?.('inserted')
      }
      const seen = [...hashes].map(([number, hash]) => ({ number, hash }))
      const isHead = window.to === head.number
      if (isHead) seen.push({ number: head.number, hash: head.hash })
      await writeSeen(tx, this.name, seen)
      await onStep?.('committing')
      return {
        nextBlock: Math.max(state.nextBlock, window.to + 1),
        headTimeMs: isHead ? head.timeMs : state.headTimeMs,
        succeededAt: isHead ? now() : state.succeededAt,
        rewrites: state.rewrites + (late > 0 || gone.length > 0 ? 1 : 0),
      }
    })
    await onStep?.('committed')
  }

  /** Reads the stored rows of a window, to compare them with an answer that covers the same blocks again. */
  async #storedIn({ from, to }: Window): Promise<readonly EventRow[]> {
    const { store, source, chain } = this.#parts
    const last = Math.min(to, this.#state.nextBlock - 1)
    if (last < from) return []
    return (
      store.db
        // Both tables have the columns that are selected.
        .selectFrom(source.table as 'announcements')
        .select(['chain_id', 'block_number', 'log_index', 'block_hash', 'transaction_hash'])
        .where('chain_id', '=', chain.id)
        .where('block_number', '>=', from)
        .where('block_number', '<=', last)
        .execute()
    )
  }

  /**
   * Stored rows that an answer leaves out and whose block is not on the chain. A backend that lags leaves out other
   * rows too.
   */
  async #replaced(
    client: ReadClient,
    absent: readonly EventRow[],
    hashes: ReadonlyMap<number, string>,
  ): Promise<readonly EventRow[]> {
    const canonical = new Map(hashes)
    for (const { block_number } of absent) {
      if (canonical.has(block_number)) continue
      const header = await readHeader(client, block_number)
      if (header) canonical.set(block_number, header.hash)
    }
    return absent.filter(({ block_number, block_hash }) => (canonical.get(block_number) ?? block_hash) !== block_hash)
  }

  /** A transaction of the lease holder: rows and state together, or nothing. */
  async #commit(work: (tx: Queries, state: IndexState) => Promise<IndexState>): Promise<void> {
    const { store, now, source } = this.#parts
    const lease = this.#lease
    if (!lease) throw new LeaseLostError(`index:${this.name}`)
    const state = await store.transaction(async (tx) => {
      await assertLease(tx, lease, now())
      const next = await work(tx, await readState(tx, this.name, source.startBlock))
      await writeState(tx, this.name, next)
      return next
    })
    await this.#show(state)
  }

  async #show(state: IndexState): Promise<void> {
    this.#state = state
    await this.#parts.onState?.(state)
  }
}

/** What a scan needs. */
export type ScanParts = {
  store: Store
  chain: ServedChain
  source: EventSource
  instanceId: string
  log: Log
  metrics: Metrics
  /** Unix milliseconds. */
  now: () => number
  timing: ScanTiming
  /** Called with the current state, also when nothing has changed. */
  onState?: ((state: IndexState) => void | Promise<void>) | undefined
  /** Called at each step before the next one begins; for tests that end the process there. */
  onStep?: ((step: ScanStep) => void | Promise<void>) | undefined
}

/** In this order, for each window. */
type ScanStep = 'read' | 'inserted' | 'committing' | 'committed'

/** Intervals of a scan. */
export type ScanTiming = {
  /** Between two rounds. */
  pollMs: number
  /** Between two reads of the store while another instance holds the lease. */
  standbyMs: number
  leaseMs: number
  /** Longest pause after failures. */
  maxPauseMs: number
  /** With an older head, the other endpoints are asked for theirs. */
  staleHeadMs: number
  requestTimeoutMs: number
  retry: { attempts: number; delayMs: number; maxDelayMs: number }
  /** Blocks before the cursor that are read again in every round. */
  rereadBlocks: number
  /** At least one recorded block is this far below the head, to fall back to. */
  anchorBlocks: number
}

type Window = { from: number; to: number; rows: readonly EventRow[] }

const rowsAStatement = 500

/** @throws `ContradictoryLogsError` */
function hashesOf(rows: readonly EventRow[], chainId: number): Map<number, string> {
  const hashes = new Map<number, string>()
  for (const { block_number, block_hash } of rows) {
    if ((hashes.get(block_number) ?? block_hash) !== block_hash) throw new ContradictoryLogsError(chainId)
    hashes.set(block_number, block_hash)
  }
  return hashes
}

function deleteFrom(tx: Queries, table: EventTable, chainId: number) {
  // The tables differ only in columns that are not used here.
  return tx.deleteFrom(table as 'announcements').where('chain_id', '=', chainId)
}

async function insert(tx: Queries, table: EventTable, rows: readonly EventRow[]): Promise<void> {
  // The caller pairs table and rows; Kysely cannot type an insert into one of two tables.
  await tx
    .insertInto(table as 'announcements')
    .values(rows as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
