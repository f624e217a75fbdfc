import type { Facts, Finding } from './facts.js'
import { FRESH_ADDRESS_MAX_AGE_MS } from './thresholds.js'

/**
 * The target was first seen a short time ago; a date that makes no sense is no proof of age. Not said of an address that
 * the sender has saved or owns.
 */
export function freshAddress({ activity, now, isSaved }: Facts): Finding | undefined {
  if (!activity?.firstSeenAt || isSaved) return undefined
  if (Number(now) - Number(activity.firstSeenAt) >= FRESH_ADDRESS_MAX_AGE_MS) return undefined
  return { severity: 'warning', message: 'First seen less than 24 hours ago.' }
}
