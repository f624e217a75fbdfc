import type { SettledRecipient, VerifiedRecipients } from '@holdfast/sdk/risk'
import { type Address, getAddress, type Hash } from 'viem'
import type { EventIndex, IndexState, IndexStatus } from './EventIndex.js'
import { Scan, type ScanParts } from './internal/Scan.js'
import { recipientSource } from './internal/sources.js'
import { statusOf } from './internal/statusOf.js'

/**
 * Whom protected transfers have reached on a chain, by sender. Kept in memory, so that a check of the firewall waits for
 * nobody. Only what cannot disappear any more is told.
 */
export class RecipientIndex implements EventIndex, VerifiedRecipients {
  readonly event = 'verified_recipients'
  readonly chainId: number
  readonly #parts: RecipientIndex.Parts
  readonly #scan: Scan
  readonly #startBlock: number
  readonly #bySender = new Map<string, Kept[]>()
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

  /** If not, recipients may be missing. */
  get complete(): boolean {
    return this.status().complete
  }

  recipientsOf(sender: Address): readonly SettledRecipient[] {
    return this.listOf(sender).recipients.map(({ address, blockNumber, transactionHash }) => ({
      address,
      blockNumber,
      transactionHash,
      timestamp: null,
    }))
  }

  /** Each recipient once, by the first transfer that settled, oldest first. */
  listOf(sender: Address): RecipientList {
    const { complete, settledToBlock } = this.status()
    const kept = this.#bySender.get(sender.toLowerCase()) ?? []
    return {
      complete,
      completeToBlock: settledToBlock,
      recipients: kept
        .filter(({ block }) => block <= settledToBlock)
        .map(({ recipient, transferId, block, hash }) => ({
          address: getAddress(recipient),
          transferId: BigInt(transferId),
          blockNumber: BigInt(block),
          transactionHash: hash,
        })),
    }
  }

  /** Learns what is stored, so that it is served at once. */
  load(): Promise<void> {
    return this.#scan.refresh()
  }

  stop(): Promise<void> {
    return this.#scan.stop()
  }

  /** Learns what has come. One state after the other. */
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
    if (!isSame) this.#bySender.clear()
    for (const row of rows) {
      const kept = this.#bySender.get(row.sender) ?? []
      if (kept.some(({ recipient }) => recipient === row.recipient)) continue
      kept.push({
        recipient: row.recipient,
        transferId: row.transfer_id,
        block: row.block_number,
        // Written from a decoded log.
        hash: row.transaction_hash as Hash,
      })
      this.#bySender.set(row.sender, kept)
    }
    this.#listed = { nextBlock, rewrites }
  }
}

export declare namespace RecipientIndex {
  type Parts = Omit<ScanParts, 'source' | 'onState'>
}

/** Whom a sender's protected transfers have reached, as far as is known. */
export type RecipientList = {
  /** If not, the list is missing data. */
  complete: boolean
  completeToBlock: number
  recipients: readonly { address: Address; transferId: bigint; blockNumber: bigint; transactionHash: Hash }[]
}

type Kept = { recipient: string; transferId: string; block: number; hash: Hash }
