import { encodeAnnouncementPage } from '@holdfast/sdk/wire'
import type { Address, Hex } from 'viem'
import { StoreUnavailableError } from '../store/StoreErrors.js'
import { elapsed } from '../telemetry/elapsed.js'
import { Document } from './Document.js'
import type { EventIndex, IndexState, IndexStatus } from './EventIndex.js'
import { BlockDirectory, type PageRun } from './internal/BlockDirectory.js'
import { ByteCache } from './internal/ByteCache.js'
import { Scan, type ScanParts } from './internal/Scan.js'
import { announcementSource } from './internal/sources.js'
import { statusOf } from './internal/statusOf.js'

/**
 * The announcements of a chain, in pages that are written and compressed once for all callers.
 *
 * A page ends with the block in which the limit is reached. It is then final and reports that it is complete; only the
 * last page, whose `nextBlock` is null, still changes and reports the state of the index. On a chain that can
 * reorganise, full pages end at blocks that can no longer change.
 */
export class AnnouncementIndex implements EventIndex {
  readonly event = 'announcements'
  readonly chainId: number
  readonly #parts: AnnouncementIndex.Parts
  readonly #scan: Scan
  readonly #startBlock: number
  readonly #directory = new BlockDirectory()
  /** The content of the directory: blocks below `nextBlock`, of rows as they were then. */
  #listed: { nextBlock: number; rewrites: number }
  #listing: Promise<void> = Promise.resolve()
  readonly #pages: ByteCache<Document>
  readonly #writing = new Map<string, Promise<Document>>()
  /** The rows of the last pages in wire form: each new block moves the page, and rarely adds to it. */
  readonly #tails = new ByteCache<Tail>(tailBytes)

  constructor(parts: AnnouncementIndex.Parts) {
    this.#parts = parts
    this.chainId = parts.chain.id
    const source = announcementSource(parts.chain)
    this.#startBlock = source.startBlock
    this.#listed = { nextBlock: source.startBlock, rewrites: 0 }
    this.#pages = new ByteCache(parts.cacheBytes ?? cacheBytes)
    this.#scan = new Scan({ ...parts, source, onState: (state) => this.#list(state) })
  }

  status(): IndexStatus {
    const { reorgDepthBlocks } = this.#parts.chain.deployment
    // Stored rows are only served once they are listed.
    const state = { ...this.#scan.state, nextBlock: this.#listed.nextBlock }
    return statusOf(state, { startBlock: this.#startBlock, reorgDepthBlocks, now: this.#parts.now() })
  }

  /**
   * Returns the page that begins at a block.
   *
   * @param limit - Number of announcements after which it ends, together with the block they are in.
   */
  async page(fromBlock: number, limit: number): Promise<Document> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#page(fromBlock, limit)
      } catch (error) {
        if (!(error instanceof RowsMovedError)) throw error
        if (attempt === 3) throw new StoreUnavailableError({ cause: error })
        await this.#scan.refresh()
      }
    }
  }

  async #page(fromBlock: number, limit: number): Promise<Document> {
    const { settledToBlock } = this.status()
    const run = this.#directory.find(Math.max(fromBlock, this.#startBlock), limit, settledToBlock)
    // The page is the same for every start block up to its first announcement.
    const place = `${run?.start ?? 'end'}:${limit}`
    const key = run?.isFull ? place : `${place}:last`
    const kept = this.#pages.get(key)
    if (kept !== undefined && this.#isGood(kept, run)) return kept
    let writing = this.#writing.get(key)
    if (writing === undefined) {
      writing = this.#write(key, run, settledToBlock).finally(() => this.#writing.delete(key))
      this.#writing.set(key, writing)
    }
    return writing
  }

  /**
   * Finds the block of the first announcement that names an address, including the newest blocks. `status` tells
   * whether the index is complete.
   *
   * @returns `undefined` when there is none.
   */
  async announcedSince(stealthAddress: Address): Promise<bigint | undefined> {
    const row = await this.#parts.store.db
      .selectFrom('announcements')
      .select(({ fn }) => fn.min<number | null>('block_number').as('first'))
      .where('chain_id', '=', this.chainId)
      .where('stealth_address', '=', stealthAddress.toLowerCase())
      .executeTakeFirst()
    return row?.first == null ? undefined : BigInt(row.first)
  }

  /** Bytes of the cached pages. */
  get cachedBytes(): number {
    return this.#pages.bytes + this.#tails.bytes
  }

  /** Reads the stored rows, so that they are served at once. */
  load(): Promise<void> {
    return this.#scan.refresh()
  }

  stop(): Promise<void> {
    return this.#scan.stop()
  }

  /**
   * Whether a cached page is still valid. A full page never changes; the last one is rewritten for new blocks, but not
   * for each.
   */
  #isGood(page: Document, run: PageRun | undefined): boolean {
    return run?.isFull === true || elapsed() - page.writtenAt < lastPageMs
  }

  async #write(key: string, run: PageRun | undefined, settledToBlock: number): Promise<Document> {
    const { rewrites } = this.#listed
    const { complete } = this.status()
    const announcements = run === undefined ? [] : await this.#rows(key, run)
    const page = encodeAnnouncementPage({
      chainId: this.chainId,
      announcements: [],
      nextBlock: run?.isFull ? BigInt(run.end + 1) : null,
      completeToBlock: BigInt(run?.isFull ? run.end : settledToBlock),
      complete: run?.isFull ? true : complete,
    })
    const document = new Document(JSON.stringify({ ...page, announcements }), {
      writtenAt: elapsed(),
      onGrowth: () => this.#pages.trim(),
    })
    if (rewrites === this.#listed.rewrites) {
      // A full page replaces the last page that began at the same place.
      this.#pages.set(key, document)
      if (run?.isFull) {
        this.#pages.delete(`${key}:last`)
        this.#tails.delete(`${key}:last`)
      }
    }
    return document
  }

  async #rows(key: string, run: PageRun): Promise<PageRows> {
    const known = this.#tails.get(key)
    if (known !== undefined && known.count === run.count && known.end === run.end) return known.rows
    const found = await this.#parts.store.db
      .selectFrom('announcements')
      .selectAll()
      .where('chain_id', '=', this.chainId)
      .where('block_number', '>=', run.start)
      .where('block_number', '<=', run.end)
      .orderBy('block_number')
      .orderBy('log_index')
      .execute()
    if (found.length !== run.count) throw new RowsMovedError()
    // The columns are written from decoded logs.
    const { announcements } = encodeAnnouncementPage({
      chainId: this.chainId,
      announcements: found.map((row) => ({
        stealthAddress: row.stealth_address as Address,
        ephemeralPubKey: row.ephemeral_pub_key as Hex,
        metadata: row.metadata as Hex,
        caller: row.caller as Address,
        blockNumber: BigInt(row.block_number),
        logIndex: row.log_index,
        transactionHash: row.transaction_hash as Hex,
      })),
      nextBlock: null,
      completeToBlock: 0n,
      complete: true,
    })
    if (!run.isFull) {
      const size = found.reduce((sum, row) => sum + rowBytes + row.metadata.length, 0)
      this.#tails.set(key, { count: run.count, end: run.end, rows: announcements, size })
    }
    return announcements
  }

  /** Adds new blocks to the directory. One state after the other, in their order. */
  #list(state: IndexState): Promise<void> {
    const listing = this.#listing.then(() => this.#listNow(state))
    this.#listing = listing.catch(() => {})
    return listing
  }

  async #listNow({ nextBlock, rewrites }: IndexState): Promise<void> {
    const isSame = rewrites === this.#listed.rewrites && nextBlock >= this.#listed.nextBlock
    if (isSame && nextBlock === this.#listed.nextBlock) return
    const from = isSame ? this.#listed.nextBlock : this.#startBlock
    const rows = await this.#parts.store.db
      .selectFrom('announcements')
      .select(({ fn }) => ['block_number as block', fn.countAll<number>().as('count')])
      .where('chain_id', '=', this.chainId)
      .where('block_number', '>=', from)
      .where('block_number', '<', nextBlock)
      .groupBy('block_number')
      .orderBy('block_number')
      .execute()
    if (!isSame) {
      this.#directory.clear()
      this.#pages.clear()
      this.#tails.clear()
    }
    this.#directory.append(rows.map(({ block, count }) => ({ block, count: Number(count) })))
    this.#listed = { nextBlock, rewrites }
  }
}

export declare namespace AnnouncementIndex {
  type Parts = Omit<ScanParts, 'source' | 'onState'> & {
    /** Bytes of pages, in all codings. @default 64 MiB */
    cacheBytes?: number | undefined
  }
}

/** Rows have changed since they were listed. */
class RowsMovedError extends Error {
  override readonly name = 'RowsMovedError'
}

type PageRows = ReturnType<typeof encodeAnnouncementPage>['announcements']
type Tail = { count: number; end: number; rows: PageRows; size: number }

const cacheBytes = 64 * 1024 * 1024
const tailBytes = 16 * 1024 * 1024
/** Memory of one announcement, without its metadata. */
const rowBytes = 1_000
/** Age of the last page at which it is rewritten: caches on the way keep answers for longer. */
const lastPageMs = 500
