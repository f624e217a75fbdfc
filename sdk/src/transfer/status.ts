import { type AnyTime, secondsOf } from '../chain/anyTime.js'
import { ServiceError } from '../errors/base.js'
import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'
import { statuses } from './internal/statuses.js'
import type { TransferStatus } from './types.js'

/** The four things a user interface tells apart. */
export type StatusBucket = 'pending' | 'claimed' | 'cancelled' | 'expired'

/** A status as this library names it, or as the contract returns it: its number. */
export type AnyStatus = TransferStatus | number

/** Statuses that never change again. */
export const TERMINAL_STATUSES = ['CLAIMED', 'CANCELLED', 'RECLAIMED'] as const satisfies readonly TransferStatus[]

/**
 * Sorts a status into what a user interface shows. A LOCKED transfer is still `pending`: its money has not moved.
 *
 * @throws {@link ServiceError} with code `no_such_transfer` for `NONE`; {@link InvalidInputError} for an unknown number.
 * @example
 * statusBucket('LOCKED') // 'pending'
 */
export function statusBucket(status: AnyStatus): StatusBucket {
  const name = statusOf(status)
  switch (name) {
    case 'PENDING':
    case 'LOCKED':
      return 'pending'
    case 'CLAIMED':
      return 'claimed'
    case 'CANCELLED':
      return 'cancelled'
    case 'RECLAIMED':
      return 'expired'
    default:
      throw new ServiceError(`A transfer with status ${textOf(name)} does not exist, so it has no bucket.`, {
        code: 'no_such_transfer',
        effect: 'none',
        retry: 'after_change',
        advice: { do: 'look_up_transfer' },
      })
  }
}

/**
 * Whether the status never changes again: the money has left the contract.
 *
 * @throws {@link InvalidInputError} for an unknown number.
 */
export function isTerminal(status: AnyStatus | { status: AnyStatus }): boolean {
  // `includes` asks for a status of the list, which is what is found out.
  return (TERMINAL_STATUSES as readonly TransferStatus[]).includes(statusOf(status))
}

/**
 * Whether the money is still in the contract: `PENDING` or `LOCKED`.
 *
 * @throws {@link InvalidInputError} for an unknown number.
 */
export function isOpen(status: AnyStatus | { status: AnyStatus }): boolean {
  return statusOf(status) === 'PENDING' || statusOf(status) === 'LOCKED'
}

/**
 * Whether the recipient can claim now: `PENDING`, and the deadline second has not passed.
 *
 * @param now - Default: this machine's clock. The chain decides by its own, which may differ by a second or two.
 * @throws {@link InvalidInputError} for an unknown status number, and a time that is milliseconds or no time.
 * @example
 * const transfer = await getTransfer({ publicClient }, 42n)
 * if (isClaimable(transfer)) await claim(clients, 42n, code, salt)
 */
export function isClaimable(transfer: { status: AnyStatus; deadline: AnyTime }, now: AnyTime = new Date()): boolean {
  const isLate = isPast(transfer.deadline, now)
  return statusOf(transfer) === 'PENDING' && !isLate
}

/**
 * Whether anyone can send the money back to its sender now: open, and past the deadline.
 *
 * @throws {@link InvalidInputError} for an unknown status number, and a time that is milliseconds or no time.
 * @example
 * const transfer = await getTransfer({ publicClient }, 42n)
 * if (isReturnable(transfer)) await reclaimExpired(clients, 42n)
 */
export function isReturnable(transfer: { status: AnyStatus; deadline: AnyTime }, now: AnyTime = new Date()): boolean {
  const isLate = isPast(transfer.deadline, now)
  return isOpen(transfer) && isLate
}

function statusOf(value: AnyStatus | { status: AnyStatus }): TransferStatus {
  const status = typeof value === 'object' ? value.status : value
  const name = typeof status === 'number' ? statuses[status] : status
  if (name === undefined) throw new InvalidInputError('status', `The contract has no status ${status}.`)
  return name
}

/** The contract counts whole seconds, so the deadline second itself still belongs to the recipient. */
function isPast(deadline: AnyTime, now: AnyTime): boolean {
  return secondsOf('now', now) > secondsOf('deadline', deadline)
}
