import type { Hash, TransactionReceipt } from 'viem'
import type { Database } from '../store/Database.js'
import type { Queries } from '../store/Store.js'

/**
 * Decisions that a sender leaves to its user, such as the relay: which jobs may be signed, what they may cost, and what
 * happens when they end.
 *
 * A job is what one transaction is for; its id is never used twice. The functions with `tx` run in the transaction that
 * stores the change, so that the user's rows and the sender's never disagree.
 */
export type SenderPolicy = {
  /**
   * Called before signed bytes are stored: takes the job if they are its first, and reserves their highest cost. The
   * bytes may also belong to no job and only use up a nonce.
   *
   * @returns Why they may not be stored: nothing is stored then, and nothing sent.
   */
  reserve: (tx: Queries, row: TransactionRow, isFirst: boolean) => Promise<Error | undefined>
  /** An endpoint has accepted a transaction of the job. */
  recordSent: (tx: Queries, jobId: string) => Promise<void>
  /** Transactions have ended; their reservations are released. */
  recordEnded: (tx: Queries, ended: EndedTransactions) => Promise<void>
  /** The highest cost of one transaction of a job, USDC base units; `undefined` when nothing more may be sent for it. */
  readBudget: (jobId: string) => Promise<bigint | undefined>
  /** Reports how a job has ended. It may be repeated after a crash, while {@link SenderPolicy.findUnsettled} names it. */
  settle: (jobId: string, end: JobEnd) => Promise<void>
  /** Nonces at which a transaction was mined and whose job's end has not been reported. */
  findUnsettled: (db: Queries) => Promise<readonly number[]>
  /**
   * Called when the sender has read its stored state again: jobs of this key without a live transaction will never get
   * one.
   */
  recover: () => Promise<void>
  /** The user writes metrics and log lines, and chooses their names. Must not throw. */
  observe: (event: SenderEvent) => void
}

/** A transaction as it is stored. */
export type TransactionRow = Database['transactions']

/** Transactions of one nonce that can have no further effect, in the order of the rows. */
type EndedTransactions = {
  /** Those that were open until now. */
  rows: readonly TransactionRow[]
  /**
   * The transaction that is in a block, as its row was; `undefined` when all of them are dead. Its cost is reported
   * once.
   */
  mined: { jobId: string | undefined; row: TransactionRow; spent: bigint } | undefined
}

/** How a job has ended. Amounts are the highest that the key has paid for gas, USDC base units. */
export type JobEnd =
  /** Its transaction is in a block. Only the receipt shows whether the call succeeded or reverted. */
  | { kind: 'mined'; receipt: TransactionReceipt; spent: bigint; createdAt: number }
  /** It took too long; its nonce was given up. */
  | { kind: 'given_up'; receipt: TransactionReceipt; spent: bigint; createdAt: number }
  /** Every endpoint has refused the transaction; its nonce is given up. */
  | { kind: 'refused'; wouldCost: bigint; spent: bigint }
  /** A transaction that is not ours has used its nonce. */
  | { kind: 'superseded' }

/** Other events of a sender. */
export type SenderEvent =
  | { kind: 'lease_taken'; fence: number }
  | { kind: 'lease_lost' }
  | { kind: 'recovered'; open: number; holes: number }
  /** Whether the key has been stopped for foreign use; sent each time that this is checked. */
  | { kind: 'stopped'; isStopped: boolean; hasChanged: boolean }
  | { kind: 'foreign_use'; nonce: number; txHash: Hash | undefined }
  | { kind: 'gap_filled'; nonce: number }
  | { kind: 'refused_everywhere'; nonce: number }
  | { kind: 'mined_although_refused'; nonce: number; txHash: Hash }
  | { kind: 'not_followed'; nonce: number; error: string }
  | { kind: 'not_recorded'; error: string }
  | { kind: 'resubmitted'; reason: 'slow' | 'given up' }
  | { kind: 'nonce_error'; reason: 'nonce_too_low' | 'nonce_too_high' }
  /** A transaction was mined; its cost, USDC base units. */
  | { kind: 'spent'; amount: bigint }
  /** A nonce is settled: there is room for another one. */
  | { kind: 'closed' }
