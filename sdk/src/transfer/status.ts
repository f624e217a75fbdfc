import { ServiceError } from '../errors/base.js'
import type { ProtectedTransfer, TransferStatus } from './types.js'

/** The four things a user interface tells apart. */
export type StatusBucket = 'pending' | 'claimed' | 'cancelled' | 'expired'

/** Statuses that never change again. */
export const TERMINAL_STATUSES = ['CLAIMED', 'CANCELLED', 'RECLAIMED'] as const satisfies readonly TransferStatus[]

/**
 * Sorts a status into what a user interface shows. A LOCKED transfer is still `pending`: its money has not moved.
 *
 * @throws {@link ServiceError} with code `no_such_transfer` for `NONE`.
 * @example
 * statusBucket('LOCKED') // 'pending'
 */
export function statusBucket(status: TransferStatus): StatusBucket {
  switch (status) {
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
      throw new ServiceError(`A transfer with status ${status} does not exist, so it has no bucket.`, {
        code: 'no_such_transfer',
        effect: 'none',
        retry: 'after_change',
        advice: { do: 'look_up_transfer' },
      })
  }
}

/** Whether the status never changes again: the money has left the contract. */
export function isTerminal(status: TransferStatus | Pick<ProtectedTransfer, 'status'>): boolean {
  return (TERMINAL_STATUSES as readonly TransferStatus[]).includes(statusOf(status))
}

/** Whether the money is still in the contract: `PENDING` or `LOCKED`. */
export function isOpen(status: TransferStatus | Pick<ProtectedTransfer, 'status'>): boolean {
  return statusOf(status) === 'PENDING' || statusOf(status) === 'LOCKED'
}

/**
 * Whether the recipient can claim now: `PENDING`, and the deadline second has not passed.
 *
 * @param now - Default: this machine's clock. The chain decides by its own, which may differ by a second or two.
 * @example
 * const transfer = await getTransfer({ publicClient }, 42n)
 * if (isClaimable(transfer)) await claim(clients, 42n, code, salt)
 */
export function isClaimable(transfer: Pick<ProtectedTransfer, 'status' | 'deadline'>, now: Date = new Date()): boolean {
  return transfer.status === 'PENDING' && !isPast(transfer.deadline, now)
}

/**
 * Whether anyone can send the money back to its sender now: open, and past the deadline.
 *
 * @example
 * const transfer = await getTransfer({ publicClient }, 42n)
 * if (isReturnable(transfer)) await reclaimExpired(clients, 42n)
 */
export function isReturnable(
  transfer: Pick<ProtectedTransfer, 'status' | 'deadline'>,
  now: Date = new Date(),
): boolean {
  return isOpen(transfer) && isPast(transfer.deadline, now)
}

function statusOf(value: TransferStatus | Pick<ProtectedTransfer, 'status'>): TransferStatus {
  return typeof value === 'string' ? value : value.status
}

/** The contract counts whole seconds, so the deadline second itself still belongs to the recipient. */
function isPast(deadline: Date, now: Date): boolean {
  return Math.floor(now.getTime() / 1000) > Math.floor(deadline.getTime() / 1000)
}
