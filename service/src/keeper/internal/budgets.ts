import { randomUUID } from 'node:crypto'
import type { Hex } from 'viem'

/**
 * What a transaction of the keeper is for. Returns, and pulls from the keeper's own box, share one limit. Pulls for
 * others have another, since any caller can create boxes that allow a pull every second: each owner has a part of it,
 * and repeated pulls of one day share half of it. The pulled money returns to such a caller, so that only new boxes
 * cost it anything.
 *
 * `again` is a pull from a box that has already paid on that day of the chain.
 */
export type Purpose = { kind: 'return' } | { kind: 'refill' } | { kind: 'pull' | 'again'; ownerHash: Hex }

/** An id that is never used twice; it names the limits that a transaction counts against. */
export function newJobId(purpose: Purpose): string {
  const owner = 'ownerHash' in purpose ? `${purpose.ownerHash.toLowerCase()}:` : ''
  return `${purpose.kind}:${owner}${randomUUID()}`
}

/** The limits that a job counts against, USDC base units a day. A transaction without a job counts with the returns. */
export function budgetsOf(jobId: string | null, { chainId, dailyLimit, pullLimit }: BudgetOptions): readonly Budget[] {
  const [kind, ownerHash] = (jobId ?? '').split(':')
  const isAgain = kind === 'again'
  if ((kind !== 'pull' && !isAgain) || ownerHash === undefined)
    return [{ scope: `keeper:${chainId}`, limit: dailyLimit }]
  return [
    { scope: `keeper-pulls:${chainId}`, limit: pullLimit },
    { scope: `keeper-pulls:${chainId}:${ownerHash}`, limit: pullLimit / ownersPart },
    ...(isAgain ? [{ scope: `keeper-pulls-again:${chainId}`, limit: pullLimit / 2n }] : []),
  ]
}

/** A row of `spending`, and its highest amount in a day. */
export type Budget = { scope: string; limit: bigint }

export type BudgetOptions = {
  chainId: number
  /** Gas of returns. */
  dailyLimit: bigint
  /** Gas of pulls. */
  pullLimit: bigint
}

const ownersPart = 20n
