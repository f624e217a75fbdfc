import type { Facts, Finding } from './facts.js'

/**
 * The target has no history on the chain: it may be mistyped. Not said of an address the sender knows, and never more than
 * a warning, since most first payments to a new colleague or deposit address look like this.
 */
export function newAddress({ activity, isKnown }: Facts): Finding | undefined {
  if (isKnown || activity?.transactionCount !== 0 || activity.firstSeenAt !== null) return undefined
  return { severity: 'warning', message: 'This address has no history on the chain.' }
}
