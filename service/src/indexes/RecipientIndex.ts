import type { SettledRecipient, VerifiedRecipients } from '@holdfast/sdk/risk'
import { encodeVerifiedRecipients } from '@holdfast/sdk/wire'
import { type Address, getAddress, type Hash } from 'viem'
import { elapsed } from '../telemetry/elapsed.js'
import { Document } from './Document.js'
import type { EventIndex, IndexState, IndexStatus } from './EventIndex.js'
import { ByteCache } from './internal/ByteCache.js'
import { Scan, type ScanParts } from './internal/Scan.js'
import { recipientSource } from './internal/sources.js'
import { statusOf } from './internal/statusOf.js'

/**
 * The recipients that protected transfers have paid on a chain, by sender. Kept in memory, so that a check of the
 * firewall does not wait. Lists only recipients that no reorganisation can remove.
 */
export class RecipientIndex implements EventIndex, VerifiedRecipients {
  readonly event = 'verified_recipients'
  readonly chainId: number
  readonly #parts: RecipientIndex.Parts
  readonly #scan: Scan
  readonly #startBlock: number
  /** By sender and recipient, in the order of the first payments. */
  readonly #bySender = new Map<string, Map<string, Kept>>()
  readonly #longLists = new ByteCache<Document>(longListsBytes)
  #listed: { nextBlock: number; rewrites: number }
  #listing: Promise<void> = Promise.resolve()

  constructor(parts: RecipientIndex.Parts) {
    this.#parts = parts
    this.chainId = parts.chain.id
    const source = recipientSource(parts.chain)
    this.#startBlock = source.startBlock
    this.#listed = { nextBlock: source.startBlock, rewrites: 0 }
    this.#scan = new Scan({ ...parts, source, onState: (state) => this.#list(state) })
  }

  status(): IndexStatus {
    const { reorgDepthBlocks } = this.#parts.chain.deployment
    const state = { ...this.#scan.state, nextBlock: this.#listed.nextBlock }
    return statusOf(state, { startBlock: this.#startBlock, reorgDepthBlocks, now: this.#parts.now() })
  }

  /** If false, recipients may be missing. */
  get complete(): boolean {
    return this.status().complete
  }

  /** Each recipient once, by its first settled transfer, oldest first. */
  recipientsOf(sender: Address): readonly SettledRecipient[] {
    return this.#settled(sender, this.status().settledToBlock).map((kept) => ({
      address: addressOf(kept),
      blockNumber: BigInt(kept.block),
      transactionHash: kept.hash,
      timestamp: null,
    }))
  }

  /**
   * The answer about a sender, as JSON. Each recipient is written once, and a long list at most twice a second for all
   * callers together: any sender can create a list of any length.
   */
  document(sender: Address): Document {
    const key = sender.toLowerCase()
    const known = this.#longLists.get(key)
    if (known !== undefined && elapsed() - known.writtenAt < longListMs) return known
    const { complete, settledToBlock } = this.status()
    const settled = this.#settled(sender, settledToBlock)
    const answer = { chainId: this.chainId, sender, recipients: [], completeToBlock: BigInt(settledToBlock), complete }
    this.#write(answer, settled)
    const rows = settled.map(({ json }) => json).join()
    const text = JSON.stringify(encodeVerifiedRecipients(answer)).replace(
      '"recipients":[]',
      () => `"recipients":[${rows}]`,
    )
    const document = new Document(text, { writtenAt: elapsed(), onGrowth: () => this.#longLists.trim() })
    if (settled.length >= longList) this.#longLists.set(key, document)
    return document
  }

  /** Writes the recipients that are not written yet: the last ones, since all are written in their order. */
  #write(answer: Parameters<typeof encodeVerifiedRecipients>[0], settled: readonly Kept[]): void {
    const fresh = settled.filter(({ json }) => json === undefined)
    const recipients = fresh.map((kept) => ({
      address: addressOf(kept),
      transferId: BigInt(kept.transferId),
      blockNumber: BigInt(kept.block),
      transactionHash: kept.hash,
    }))
    encodeVerifiedRecipients({ ...answer, recipients }).recipients.forEach((row, place) => {
      const kept = fresh[place]
      if (kept !== undefined) kept.json = JSON.stringify(row)
    })
  }

  #settled(sender: Address, settledToBlock: number): readonly Kept[] {
    const kept = this.#bySender.get(sender.toLowerCase())
    return kept === undefined ? [] : [...kept.values()].filter(({ block }) => block <= settledToBlock)
  }

  /** Reads the stored rows, so that they are served at once. */
  load(): Promise<void> {
    return this.#scan.refresh()
  }

  stop(): Promise<void> {
    return this.#scan.stop()
  }

  /** Adds new rows, one state after the other. */
  #list(state: IndexState): Promise<void> {
    const listing = this.#listing.then(() => this.#listNow(state))
    this.#listing = listing.catch(() => {})
    return listing
  }

  async #listNow({ nextBlock, rewrites }: IndexState): Promise<void> {
    const isSame = rewrites === this.#listed.rewrites && nextBlock >= this.#listed.nextBlock
    if (isSame && nextBlock === this.#listed.nextBlock) return
    const rows = await this.#parts.store.db
      .selectFrom('verified_recipients')
      .select(['sender', 'recipient', 'transfer_id', 'block_number', 'transaction_hash'])
      .where('chain_id', '=', this.chainId)
      .where('block_number', '>=', isSame ? this.#listed.nextBlock : this.#startBlock)
      .where('block_number', '<', nextBlock)
      .orderBy('block_number')
      .orderBy('log_index')
      .execute()
    if (!isSame) {
      this.#bySender.clear()
      this.#longLists.clear()
    }
    for (const row of rows) {
      const kept = this.#bySender.get(row.sender) ?? new Map<string, Kept>()
      this.#bySender.set(row.sender, kept)
      if (kept.has(row.recipient)) continue
      kept.set(row.recipient, {
        recipient: row.recipient,
        transferId: row.transfer_id,
        block: row.block_number,
        // Written from a decoded log.
        hash: row.transaction_hash as Hash,
      })
    }
    this.#listed = { nextBlock, rewrites }
  }
}

export declare namespace RecipientIndex {
  type Parts = Omit<ScanParts, 'source' | 'onState'>
}

type Kept = {
  /** Lower case. */
  recipient: string
  transferId: string
  block: number
  hash: Hash
  /** Computing the checksum takes a hash, and many checks need it. */
  address?: Address
  /** As in the answer. */
  json?: string
}

function addressOf(kept: Kept): Address {
  kept.address ??= getAddress(kept.recipient)
  return kept.address
}

/** Number of recipients from which the written list is kept. */
const longList = 1_000
const longListMs = 500
const longListsBytes = 16 * 1024 * 1024
