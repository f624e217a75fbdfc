import type { PaidRequest } from '@holdfast/sdk/requests'
import { type Hash, isHash } from 'viem'
import type { Context } from '../../command/Context.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { openList } from '../../settings/openList.js'

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
  /**
   * @param known - The payments of this request that the person has been asked about.
   * @throws CommandFailure `request_paid` where another command has paid it since.
   */
  add: (paid: PaidByHand, known: readonly PaidByHand[]) => void
} {
  const list = openList(context, 'paid-requests', isPaid)
  return {
    all: list.read,
    add(paid, known) {
      list.change((all) => {
        const unseen = all.filter(
          (one) => isSame(one, paid) && !known.some((other) => other.claimHash === one.claimHash),
        )
        const [first] = unseen
        if (first !== undefined) throw requestPaid(first.at)
        return { items: [...all, paid] }
      })
    },
  }
}

/** The person must agree to a second payment. */
export function requestPaid(at: string): CommandFailure {
  return new CommandFailure('declined', 'request_paid', `You have paid this request before: ${at}.`, [
    'That payment may be under way: holdfast resume lists what is.',
    'To pay it again: --again',
  ])
}

function isSame(one: PaidByHand, other: PaidByHand): boolean {
  return one.requestHash.toLowerCase() === other.requestHash.toLowerCase()
}

function isPaid(value: unknown): value is PaidByHand {
  const { requestHash, claimHash, chainId, at }: Record<string, unknown> = Object(value)
  const areHashes = [requestHash, claimHash].every((one) => typeof one === 'string' && isHash(one))
  return areHashes && Number.isSafeInteger(chainId) && typeof at === 'string' && !Number.isNaN(Date.parse(at))
}
