import { FRESH_ADDRESS_MAX_AGE_MS } from '../grades/thresholds.js'
import type { Facts, Finding } from './facts.js'

/**
 * The target was first seen a short time ago; an invalid date is not proof of age. Not reported for an address that the
 * sender has saved or owns, nor for the recipient of a protected transfer.
 */
export function freshAddress({ activity, now, isTrusted }: Facts): Finding | undefined {
  if (!activity?.firstSeenAt || isTrusted) return undefined
  if (Number(now) - Number(activity.firstSeenAt) >= FRESH_ADDRESS_MAX_AGE_MS) return undefined
  return { severity: 'warning', message: 'First seen less than 24 hours ago.' }
}
