import type { Hash, Hex } from 'viem'
import type { TransactionRow } from '../SenderPolicy.js'

/** A nonce that is taken and not settled, with everything that was signed for it. */
export type PendingTransaction = {
  readonly nonce: number
  /** Oldest first. */
  attempts: Attempt[]
  /** The job it is for; undefined when it only uses up its nonce. */
  jobId: string | undefined
  /** Some node may have it, unless every endpoint has refused all of it. */
  maybeSent: boolean
  /** Number of broadcasts in progress: an endpoint that has not answered yet may accept one. */
  offers: number
  /** Unix milliseconds: of the first attempt, of the newest one, of the last broadcast. */
  readonly createdAt: number
  raisedAt: number
  offeredAt: number
  /** An endpoint has required higher fees. */
  isUnderpriced: boolean
  /** Since when the chain counts the nonce as used while its receipt is missing. */
  usedSince: number | undefined
  lookedForUserAt: number
  /** It is being settled or replaced. */
  busy: boolean
}

/** One signed transaction. */
export type Attempt = {
  hash: Hash
  raw: Hex
  gas: bigint
  maxFee: bigint
  tip: bigint
  /** Whether it carries the job's call; otherwise it only uses up the nonce. */
  carries: boolean
}

export function newPending(
  nonce: number,
  jobId: string | undefined,
  attempts: Attempt[],
  { now, elapsed }: Moment,
): PendingTransaction {
  return {
    nonce,
    attempts,
    jobId,
    maybeSent: false,
    offers: 0,
    createdAt: now,
    raisedAt: elapsed,
    offeredAt: Number.NEGATIVE_INFINITY,
    isUnderpriced: false,
    usedSince: undefined,
    lookedForUserAt: Number.NEGATIVE_INFINITY,
    busy: false,
  }
}

/** The same moment, as wall-clock time and as monotonic time. */
type Moment = { now: number; elapsed: number }

/** Rebuilds the pending transactions of a process that may have sent everything it stored. */
export function pendingOf(rows: readonly TransactionRow[], moment: Moment): Map<number, PendingTransaction> {
  const found = new Map<number, PendingTransaction>()
  for (const row of [...rows].sort((a, b) => a.created_at - b.created_at || feeOrder(a, b))) {
    if (row.raw === null) continue
    const known = found.get(row.nonce)
    const pending = known ?? {
      ...newPending(row.nonce, undefined, [], { ...moment, now: row.created_at }),
      maybeSent: true,
    }
    found.set(row.nonce, pending)
    // If the clock was set back, the age is unknown and counts as zero.
    pending.raisedAt = moment.elapsed - Math.max(0, moment.now - row.created_at)
    pending.jobId ??= row.operation_id ?? undefined
    pending.attempts.push(attemptOf(row))
  }
  return found
}

/** Rebuilds an attempt; a settled one has no bytes any more. */
export function attemptOf({ hash, raw, gas, max_fee_wei, tip_wei, operation_id }: TransactionRow): Attempt {
  return {
    // Only hashes are written to the column.
    hash: hash as Hash,
    // Only signed bytes are written to the column.
    raw: (raw ?? '0x') as Hex,
    gas: BigInt(gas),
    maxFee: BigInt(max_fee_wei),
    tip: BigInt(tip_wei),
    carries: operation_id !== null,
  }
}

const feeOrder = (a: TransactionRow, b: TransactionRow) => (BigInt(a.max_fee_wei) < BigInt(b.max_fee_wei) ? -1 : 1)

/** The newest attempt: the one to broadcast. */
export const youngest = (pending: PendingTransaction): Attempt | undefined => pending.attempts.at(-1)

export const hashesOf = ({ attempts }: PendingTransaction): Hash[] => attempts.map(({ hash }) => hash)
