import type { PaidRequest } from '@holdfast/sdk/requests'
import { type Hash, isHash } from 'viem'
import type { Context } from '../command/Context.js'
import { openList } from '../settings/openList.js'

/** A payment that a request has led to; its outcome may be unknown. */
export type PaidByHand = PaidRequest & {
  chainId: number
  /** Finds the transfer, and opens nothing. */
  claimHash: Hash
  /** ISO 8601. */
  at: string
}

/** The requests that this person has paid, in `paid-requests.json`. An entry is written before anything is signed. */
export function openPaidRequests(context: Pick<Context, 'settingsFile' | 'pathOf'>): {
  all: () => readonly PaidByHand[]
  add: (paid: PaidByHand) => void
} {
  const list = openList(context, 'paid-requests', isPaid)
  return { all: list.read, add: (paid) => list.write([...list.read(), paid]) }
}

function isPaid(value: unknown): value is PaidByHand {
  const { requestHash, claimHash, chainId, at }: Record<string, unknown> = Object(value)
  const areHashes = [requestHash, claimHash].every((one) => typeof one === 'string' && isHash(one))
  return areHashes && Number.isSafeInteger(chainId) && typeof at === 'string' && !Number.isNaN(Date.parse(at))
}
