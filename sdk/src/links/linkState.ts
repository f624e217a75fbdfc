import { isReturnable } from '../transfer/status.js'
import type { ProtectedTransfer } from '../transfer/types.js'

/**
 * The state of a link. `open`: can be claimed, or its release requested. `locked`: by five wrong codes. `expired`: its deadline
 * has passed, and the money goes back. `returned`: it went back after the deadline. `replaced`: the sender has set another
 * secret, or the link was damaged.
 */
export type LinkState = 'open' | 'locked' | 'claimed' | 'cancelled' | 'returned' | 'expired' | 'replaced'

/**
 * The state of a link, from its transfer.
 *
 * @param isKeyRight - Whether the link's secret is that of the transfer.
 * @returns `undefined` for a transfer that was never created.
 * @example
 * const state = linkState(await getTransfer({ publicClient }, 42n))
 */
export function linkState(
  transfer: Pick<ProtectedTransfer, 'status' | 'deadline'>,
  { isKeyRight = true, now = new Date() }: { isKeyRight?: boolean; now?: Date | undefined } = {},
): LinkState | undefined {
  switch (transfer.status) {
    case 'NONE':
      return undefined
    case 'CLAIMED':
      return 'claimed'
    case 'CANCELLED':
      return 'cancelled'
    case 'RECLAIMED':
      return 'returned'
    default:
      if (isReturnable(transfer, now)) return 'expired'
      if (!isKeyRight) return 'replaced'
      return transfer.status === 'LOCKED' ? 'locked' : 'open'
  }
}
