import type { Hash, Hex } from 'viem'
import type { TransactionRow } from '../SenderPolicy.js'

/** A nonce that is taken and not settled, with everything that was signed for it. */
export type PendingTransaction = {
  readonly nonce: number
  /** Oldest first. */
  attempts: Attempt[]
  /** Whose effect it is to have; undefined for one that only uses up its nonce. */
  jobId: string | undefined
  /** Unless every endpoint has refused all of it, some node may have it. */
  maybeSent: boolean
  /** How many offers are on their way: an endpoint that has not answered yet may accept one. */
  offers: number
  /** Unix milliseconds; of the first attempt, of the youngest one, of the last offer. */
  readonly createdAt: number
  raisedAt: number
  offeredAt: number
  /** An endpoint has asked for higher fees. */
  isUnderpriced: boolean
  /** Since when the chain counts the nonce as used, while no receipt is to be found. */
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
  /** Makes the job's call; else it only uses the nonce up. */
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

/** The same moment on the clock of the wall and on that of ages. */
type Moment = { now: number; elapsed: number }

/** Pending transactions as a process left them that may have sent everything it stored. */
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
    // A clock that was set back says nothing of how long it has waited.
    pending.raisedAt = moment.elapsed - Math.max(0, moment.now - row.created_at)
    pending.jobId ??= row.operation_id ?? undefined
    pending.attempts.push(attemptOf(row))
  }
  return found
}

/** One that is settled has no bytes to offer any more. */
export function attemptOf({ hash, raw, gas, max_fee_wei, tip_wei, operation_id }: TransactionRow): Attempt {
  return {
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

/** The youngest attempt: the one to offer. */
export const youngest = (pending: PendingTransaction): Attempt | undefined => pending.attempts.at(-1)

export const hashesOf = ({ attempts }: PendingTransaction): Hash[] => attempts.map(({ hash }) => hash)
