/** How far an index is, read from memory. */
export type IndexStatus = {
  /**
   * Whether nothing is missing that matters: the first reading has come to the head, the youngest block it has read is at
   * most 60 seconds old, and so is its last successful look. Anything else is missing data.
   */
  complete: boolean
  /** Every event up to here is known; one before the first block when nothing is. */
  completeToBlock: number
  /** Events up to here cannot disappear any more. On a chain whose blocks are final it is `completeToBlock`. */
  settledToBlock: number
  /** Time of the youngest block that was read, Unix milliseconds; `undefined` before the head was reached. */
  headTimeMs: number | undefined
}

/** One kind of event of one contract on one chain, read by one instance, served by all. */
export type EventIndex = {
  /** As in metrics and leases: `announcements`, `verified_recipients`. */
  readonly event: 'announcements' | 'verified_recipients'
  readonly chainId: number
  status: () => IndexStatus
}

/** What an index has stored, without the rows. */
export type IndexState = {
  nextBlock: number
  /** Of the youngest block read, Unix milliseconds; 0 until the head is reached, and after a rollback until it is again. */
  headTimeMs: number
  /** Of the last look that came to the head, Unix milliseconds. */
  succeededAt: number
  /** Grows when rows that were served before have changed: what is cached is worth nothing then. */
  rewrites: number
}
