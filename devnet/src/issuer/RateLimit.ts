import type { IssuerFaults } from '../faults/issuer.js'

/** Counts requests as the issuer does: whoever sends too many within a second gets nothing at all for a while. */
export class RateLimit {
  #limit: IssuerFaults['rateLimit'] = null
  #recent: number[] = []
  #blockedUntil = 0

  /**
   * Counts a request.
   *
   * @param limit - The one in force; another one than before starts anew.
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
