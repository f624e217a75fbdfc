import type { Hash, TransactionReceipt } from 'viem'
import type { Database } from '../store/Database.js'
import type { Queries } from '../store/Store.js'

/**
 * What the user of a sender decides: which jobs may be signed for, what they may cost, and what their ends mean.
 *
 * A job is what one transaction is to bring about, known by an id that is never used twice. The functions that take `tx` run
 * in the very transaction that stores the change, so that the user's rows and the sender's never disagree.
 */
export type SenderPolicy = {
  /**
   * Signed bytes are about to be stored: takes the job if they are its first, and reserves the most that they can cost. They
   * may also belong to no job and only use up a nonce.
   *
   * @returns Why they may not be stored: nothing is, and nothing is sent.
   */
  reserve: (tx: Queries, row: TransactionRow, isFirst: boolean) => Promise<Error | undefined>
  /** An endpoint has accepted a transaction of the job. */
  recordSent: (tx: Queries, jobId: string) => Promise<void>
  /** Transactions have ended; what was reserved for them is released. */
  recordEnded: (tx: Queries, ended: EndedTransactions) => Promise<void>
  /** The most that one transaction of a job may cost, USDC base units; `undefined` when nothing more may be sent for it. */
  readBudget: (jobId: string) => Promise<bigint | undefined>
  /** Tells the user how a job has ended. It may come again after a crash, while {@link SenderPolicy.findUnsettled} names it. */
  settle: (jobId: string, end: JobEnd) => Promise<void>
  /** Nonces at which a transaction was mined and whose job has not been told its end. */
  findUnsettled: (db: Queries) => Promise<readonly number[]>
  /** The sender has read everything again; jobs of this key without a living transaction will not get one any more. */
  recover: () => Promise<void>
  /** Metrics and log lines are the user's, so that their names are. Must not throw. */
  observe: (event: SenderEvent) => void
}

/** A transaction as it is stored. */
export type TransactionRow = Database['transactions']

/** Transactions of one nonce that can have no further effect, in the order of the rows. */
type EndedTransactions = {
  /** Those that were open until now. */
  rows: readonly TransactionRow[]
  /** The one that is in a block, as its row was; `undefined` when all of them are dead. What it has cost is told once. */
  mined: { jobId: string | undefined; row: TransactionRow; spent: bigint } | undefined
}

/** How a job has ended. Money is what the key has paid for gas at most, USDC base units. */
export type JobEnd =
  /** Its transaction is in a block. Only the receipt says whether the call succeeded or reverted. */
  | { kind: 'mined'; receipt: TransactionReceipt; spent: bigint; createdAt: number }
  /** It took too long; its nonce was used for nothing instead. */
  | { kind: 'given_up'; receipt: TransactionReceipt; spent: bigint; createdAt: number }
  /** Every endpoint has refused the transaction; its nonce is used for nothing instead. */
  | { kind: 'refused'; wouldCost: bigint; spent: bigint }
  /** A transaction that is not ours has used its nonce. */
  | { kind: 'superseded' }

/** What a sender has to say besides. */
export type SenderEvent =
  | { kind: 'lease_taken'; fence: number }
  | { kind: 'lease_lost' }
  | { kind: 'recovered'; open: number; holes: number }
  /** Whether the key has been stopped for foreign use; told each time that it is looked at. */
  | { kind: 'stopped'; isStopped: boolean; hasChanged: boolean }
  | { kind: 'foreign_use'; nonce: number; txHash: Hash | undefined }
  | { kind: 'gap_filled'; nonce: number }
  | { kind: 'refused_everywhere'; nonce: number }
  | { kind: 'mined_although_refused'; nonce: number; txHash: Hash }
  | { kind: 'not_followed'; nonce: number; error: string }
  | { kind: 'not_recorded'; error: string }
  | { kind: 'resubmitted'; reason: 'slow' | 'given up' }
  | { kind: 'nonce_error'; reason: 'nonce_too_low' | 'nonce_too_high' }
  /** A transaction was mined that has cost so much, USDC base units. */
  | { kind: 'spent'; amount: bigint }
  /** A nonce is settled: there is room for another one. */
  | { kind: 'closed' }
