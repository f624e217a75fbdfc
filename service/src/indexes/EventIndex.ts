/** The progress of an index, read from memory. */
export type IndexStatus = {
  /**
   * Whether no event is missing: the first reading has reached the head, and both the newest block and the last
   * successful round are at most 60 seconds old. Otherwise data is missing.
   */
  complete: boolean
  /** Every event up to this block is known; one before the first block when none is. */
  completeToBlock: number
  /** Events up to this block cannot disappear any more. On a chain whose blocks are final it is `completeToBlock`. */
  settledToBlock: number
  /** Time of the newest block that was read, Unix milliseconds; `undefined` before the head was reached. */
  headTimeMs: number | undefined
}

/** One kind of event of one contract on one chain, read by one instance, served by all. */
export type EventIndex = {
  /** As in metrics and leases: `announcements`, `verified_recipients`. */
  readonly event: 'announcements' | 'verified_recipients'
  readonly chainId: number
  status: () => IndexStatus
}

/** The stored state of an index, without the rows. */
export type IndexState = {
  nextBlock: number
  /** Time of the newest block read, Unix milliseconds; 0 until the head is reached, and again after a rollback. */
  headTimeMs: number
  /** Of the last round that reached the head, Unix milliseconds. */
  succeededAt: number
  /** Grows when rows that were already served have changed: cached pages are then invalid. */
  rewrites: number
}
