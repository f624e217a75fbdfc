import type { ServiceParts } from '../../ServiceParts.js'
import { countUp, hourOf, secondsToNextHour } from '../../store/countUp.js'

/**
 * Limits what callers can make the service write and keep.
 *
 * A signature for a box that is not deployed, or a second one for a nonce, costs a caller nothing and is stored for as long as
 * the box lasts. So they are limited per hour, for each block of network addresses and for each owner with a proof. No caller
 * can use up the limit of another owner.
 */
export function createRowLimits({ store, now }: Pick<ServiceParts, 'store' | 'now'>): RowLimits {
  /** Rows written in an hour, by box. */
  const written = new Map<string, { hour: number; count: number }>()

  const take = (scope: string, limit: number) => countUp(store, { scope, bucket: hourOf(now()), limit })

  return {
    async takeSignature({ blocks, owner }) {
      for (const { kind, name, shares } of blocks)
        if (!(await take(`cosign-${kind}:${name}`, signaturesOfNetwork * shares))) return false
      return owner === undefined || take(`cosign-owner:${owner.toLowerCase()}`, signaturesOfOwner)
    },
    takeRecord(account) {
      const hour = hourOf(now())
      const known = written.get(account)
      const count = known?.hour === hour ? known.count : 0
      if (count >= recordsOfBox) return false
      written.delete(account)
      if (written.size >= maxBoxes) written.delete(written.keys().next().value ?? '')
      written.set(account, { hour, count: count + 1 })
      return true
    },
    retryAfterSeconds: () => secondsToNextHour(now()),
  }
}

export type RowLimits = {
  /** Counts a signature that costs its caller nothing. @returns Whether it may be made. */
  takeSignature: (caller: {
    /** The caller's blocks of network addresses, such as an IPv6 /64 and /48. A block with two shares has twice the limit. */
    blocks: readonly { kind: string; name: string; shares: number }[]
    /** Only where the owner has proven the request. */
    owner: string | undefined
  }) => Promise<boolean>
  /**
   * Counts an audit row about a box. Each instance counts for itself, in memory: a count in the store would be a row as well.
   *
   * @returns Whether the row may be written; otherwise the event is only counted.
   */
  takeRecord: (account: string) => boolean
  retryAfterSeconds: () => number
}

/** Limits of an hour. */
const signaturesOfNetwork = 100
const signaturesOfOwner = 50
const recordsOfBox = 20
/** Boxes whose rows are counted at a time; the one that wrote longest ago is dropped. */
const maxBoxes = 10_000
