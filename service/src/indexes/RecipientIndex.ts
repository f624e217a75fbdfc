import type { VerifiedRecipients } from '@holdfast/sdk/risk'
import { type Address, getAddress, type Hash } from 'viem'
import type { EventIndex, IndexStatus } from './EventIndex.js'
import { Scan, type ScanParts } from './internal/Scan.js'
import { recipientSource } from './internal/sources.js'
import { statusOf } from './internal/statusOf.js'

/** Whom protected transfers have reached on a chain, by sender. Only what cannot disappear any more is told. */
export class RecipientIndex implements EventIndex {
  readonly event = 'verified_recipients'
  readonly chainId: number
  readonly #parts: RecipientIndex.Parts
  readonly #scan: Scan
  readonly #startBlock: number

  constructor(parts: RecipientIndex.Parts) {
    this.#parts = parts
    this.chainId = parts.chain.id
    const source = recipientSource(parts.chain)
    this.#startBlock = source.startBlock
    this.#scan = new Scan({ ...parts, source })
  }

  status(): IndexStatus {
    const { reorgDepthBlocks } = this.#parts.chain.deployment
    return statusOf(this.#scan.state, { startBlock: this.#startBlock, reorgDepthBlocks, now: this.#parts.now() })
  }

  /** Each recipient once, by the first transfer that settled, oldest first. */
  async recipientsOf(sender: Address): Promise<RecipientList> {
    // Before the rows: those that come meanwhile are more than it promises.
    const { complete, settledToBlock } = this.status()
    const rows = await this.#parts.store.db
      .selectFrom('verified_recipients')
      .selectAll()
      .where('chain_id', '=', this.chainId)
      .where('sender', '=', sender.toLowerCase())
      .where('block_number', '<=', settledToBlock)
      .orderBy('block_number')
      .orderBy('log_index')
      .execute()
    const first = new Map<string, (typeof rows)[number]>()
    for (const row of rows) if (!first.has(row.recipient)) first.set(row.recipient, row)
    return {
      complete,
      completeToBlock: settledToBlock,
      recipients: [...first.values()].map((row) => ({
        address: getAddress(row.recipient),
        transferId: BigInt(row.transfer_id),
        blockNumber: BigInt(row.block_number),
        transactionHash: row.transaction_hash as Hash,
      })),
    }
  }

  /** One sender's recipients in the form that the firewall's `check` takes. */
  async viewOf(sender: Address): Promise<VerifiedRecipients> {
    const { complete, recipients } = await this.recipientsOf(sender)
    const list = recipients.map(({ address, blockNumber, transactionHash }) => ({
      address,
      blockNumber,
      transactionHash,
      timestamp: null,
    }))
    const asked = sender.toLowerCase()
    return { complete, recipientsOf: (of) => (of.toLowerCase() === asked ? list : []) }
  }

  /** Learns what is stored, so that it is served at once. */
  load(): Promise<void> {
    return this.#scan.refresh()
  }

  stop(): Promise<void> {
    return this.#scan.stop()
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
