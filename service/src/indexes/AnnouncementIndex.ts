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
 * The announcements of a chain, in pages that are written and compressed once for everybody.
 *
 * A page ends with the block in which the limit is reached. It is then final, and says of itself that it is complete; only
 * the last page, whose `nextBlock` is null, changes, and speaks for the index. On a chain whose blocks can still change,
 * pages end where they cannot any more.
 */
export class AnnouncementIndex implements EventIndex {
  readonly event = 'announcements'
  readonly chainId: number
  readonly #parts: AnnouncementIndex.Parts
  readonly #scan: Scan
  readonly #startBlock: number
  readonly #directory = new BlockDirectory()
  /** What the directory holds: blocks below it, of rows as they were then. */
  #listed: { nextBlock: number; rewrites: number }
  #listing: Promise<void> = Promise.resolve()
  readonly #pages: ByteCache<Document>
  readonly #writing = new Map<string, Promise<Document>>()
  /** The rows of the last pages in wire form: each block that comes moves the page, and rarely adds to it. */
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
    // What is stored is only served when it is listed.
    const state = { ...this.#scan.state, nextBlock: this.#listed.nextBlock }
    return statusOf(state, { startBlock: this.#startBlock, reorgDepthBlocks, now: this.#parts.now() })
  }

  /**
   * The page that begins at a block.
   *
   * @param limit - Announcements after which it ends, with the block they are in.
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
    // Whatever block before its first announcement was asked for, the page is the same.
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
   * The block of the first announcement that names it, the youngest blocks included. Whether that is all, `status` tells.
   *
   * @returns `undefined` where none does.
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

  /** Bytes of the pages that are kept. */
  get cachedBytes(): number {
    return this.#pages.bytes + this.#tails.bytes
  }

  /** Learns what is stored, so that it is served at once. */
  load(): Promise<void> {
    return this.#scan.refresh()
  }

  stop(): Promise<void> {
    return this.#scan.stop()
  }

  /** A page that was full stays as it is; the last one is written anew for blocks that have come, though not for each. */
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
      // A page that is full takes the place of the last page it was.
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
    const { announcements } = encodeAnnouncementPage({
      chainId: this.chainId,
      announcements: found.map((row) => ({
        // These columns are written from decoded logs.
        stealthAddress: row.stealth_address as Address,
        ephemeralPubKey: row.ephemeral_pub_key as Hex,
        // As above.
        metadata: row.metadata as Hex,
        caller: row.caller as Address,
        blockNumber: BigInt(row.block_number),
        logIndex: row.log_index,
        // As above.
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

  /** Learns which blocks have come. One after the other, in the order of the states. */
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
/** Of one announcement in memory, without its metadata. */
const rowBytes = 1_000
/** How old the last page may be: answers are kept for longer by everybody on the way. */
const lastPageMs = 500
