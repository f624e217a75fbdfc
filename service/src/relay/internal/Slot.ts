import type { Hash, Hex } from 'viem'
import type { TransactionRow } from './transactionRows.js'

/** A nonce that is taken and not settled, with everything that was signed for it. */
export type Slot = {
  readonly nonce: number
  /** Oldest first. */
  attempts: Attempt[]
  /** Whose effect it is to have; undefined for one that only fills a gap. */
  operationId: string | undefined
  /** Unless every endpoint has refused all of it, somebody may have it. */
  maybeSent: boolean
  /** How many offers are on their way: whoever still thinks about one may take it. */
  offers: number
  /** Unix milliseconds; of the first attempt, of the youngest one, of the last offer. */
  readonly createdAt: number
  raisedAt: number
  offeredAt: number
  /** Since when fees could not be raised any more. */
  atCapSince: number | undefined
  /** Since when the chain counts the nonce as used, while no receipt is to be found. */
  usedSince: number | undefined
  lookedForUserAt: number
  /** Something is being done about it. */
  busy: boolean
}

/** One signed transaction. */
export type Attempt = {
  hash: Hash
  raw: Hex
  gas: bigint
  maxFee: bigint
  tip: bigint
  /** Has the operation's effect; else it only uses the nonce up. */
  carries: boolean
}

export function newSlot(nonce: number, operationId: string | undefined, attempts: Attempt[], now: number): Slot {
  return {
    nonce,
    attempts,
    operationId,
    maybeSent: false,
    offers: 0,
    createdAt: now,
    raisedAt: now,
    offeredAt: 0,
    atCapSince: undefined,
    usedSince: undefined,
    lookedForUserAt: 0,
    busy: false,
  }
}

/** Slots as a process left them that may have sent everything it stored. */
export function slotsOf(rows: readonly TransactionRow[], now: number): Map<number, Slot> {
  const slots = new Map<number, Slot>()
  for (const row of [...rows].sort((a, b) => a.created_at - b.created_at || feeOrder(a, b))) {
    if (row.raw === null) continue
    const slot = slots.get(row.nonce) ?? { ...newSlot(row.nonce, undefined, [], now), maybeSent: true }
    slots.set(row.nonce, slot)
    slot.operationId ??= row.operation_id ?? undefined
    slot.attempts.push(attemptOf(row))
  }
  return slots
}

/** One that is settled has no bytes to offer any more. */
export function attemptOf({ hash, raw, gas, max_fee_wei, tip_wei, operation_id }: TransactionRow): Attempt {
  return {
    hash: hash as Hash,
    raw: (raw ?? '0x') as Hex,
    gas: BigInt(gas),
    maxFee: BigInt(max_fee_wei),
    tip: BigInt(tip_wei),
    carries: operation_id !== null,
  }
}

const feeOrder = (a: TransactionRow, b: TransactionRow) => (BigInt(a.max_fee_wei) < BigInt(b.max_fee_wei) ? -1 : 1)

/** The youngest attempt: the one to offer. */
export const youngest = (slot: Slot): Attempt | undefined => slot.attempts.at(-1)
