import type { IssuerFaults } from '../faults/issuer.js'

/** Counts requests as the issuer does: a caller that sends too many within a second is blocked for a while. */
export class RateLimit {
  #limit: IssuerFaults['rateLimit'] = null
  #recent: number[] = []
  #blockedUntil = 0

  /**
   * Counts a request.
   *
   * @param limit - The current limit; a changed one restarts the count.
   * @param now - Milliseconds, of a clock that is never set back.
   * @returns Whether the request is refused.
   */
  refuses(limit: IssuerFaults['rateLimit'], now = performance.now()): boolean {
    if (limit !== this.#limit) {
      this.#limit = limit
      this.#recent = []
      this.#blockedUntil = 0
    }
    if (limit === null) return false
    if (now < this.#blockedUntil) return true
    this.#recent = [...this.#recent.filter((at) => at > now - 1_000), now]
    if (this.#recent.length <= limit.perSecond) return false
    this.#blockedUntil = now + limit.blockMs
    return true
  }
}
