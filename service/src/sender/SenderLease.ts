import { acquireLease, findLease, type Lease, releaseLease, renewLease } from '../store/lease.js'
import { LeaseLostError } from '../store/StoreErrors.js'
import { type ForeignUse, isStopped, storeStop } from './internal/keyRows.js'
import type { LeasedKey } from './LeasedKey.js'
import type { SenderParts } from './SenderParts.js'

/** The right of one instance to sign with a key on a chain: it holds the lease, and no other program uses the key. */
export class SenderLease {
  /** The state of the key must be read again from store and chain before anything is signed. */
  mustRecover = true
  isStopping = false
  readonly sender: string
  readonly #parts: SenderParts
  #lease: Lease | undefined
  #renewedAt = 0
  /** Another instance's lease, and whether it was seen to be renewed: if not, its process may be dead. */
  #other: { lease: Lease; isAlive: boolean } | undefined
  #isForeign = false
  /** A foreign use that must still be stored. */
  #foreignUse: ForeignUse | undefined

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.sender = parts.signer.address.toLowerCase()
  }

  get isHeld(): boolean {
    return this.#lease !== undefined
  }

  /** Whether another instance holds it and was seen to renew it. */
  get isHeldElsewhere(): boolean {
    return this.#other?.isAlive === true && this.#parts.now() < this.#other.lease.expiresAt
  }

  /** A transaction that is not ours was sent with the key. */
  get isForeign(): boolean {
    return this.#isForeign
  }

  /** Whether a new nonce may be used. */
  get maySign(): boolean {
    return !this.#isForeign && !this.isStopping && !this.mustRecover
  }

  /**
   * The key, to write as the holder of the lease.
   *
   * @throws `LeaseLostError` when another instance may be writing.
   */
  key(): LeasedKey {
    const { store, chain, now, leaseName } = this.#parts
    if (!this.#lease) throw new LeaseLostError(leaseName)
    return { store, lease: this.#lease, chainId: chain.id, sender: this.sender, now }
  }

  /**
   * Takes the lease, or renews it in time.
   *
   * @returns Whether it is held.
   * @throws `LeaseLostError` when it ran out.
   */
  async hold(): Promise<boolean> {
    if (this.#lease) {
      await this.renew()
      return true
    }
    const { store, holder, now, elapsed, timing, leaseName, policy } = this.#parts
    const lease = await acquireLease(store, leaseName, holder, timing.leaseMs, now())
    if (!lease) return false
    this.#lease = lease
    this.#renewedAt = elapsed()
    this.mustRecover = true
    policy.observe({ kind: 'lease_taken', fence: lease.fence })
    return true
  }

  /**
   * Renews the lease once a third of its time is over.
   *
   * @throws `LeaseLostError` when it ran out.
   */
  async renew(): Promise<void> {
    const { store, now, elapsed, timing, leaseName } = this.#parts
    const held = this.#lease
    if (!held || elapsed() - this.#renewedAt <= timing.leaseMs / 3) return
    const renewed = await renewLease(store, held, timing.leaseMs, now())
    // It was released in the meantime.
    if (this.#lease !== held) return
    if (!renewed) throw new LeaseLostError(leaseName)
    this.#lease = renewed
    this.#renewedAt = elapsed()
  }

  /** Watches the instance that holds the lease instead. */
  async standBy(): Promise<void> {
    await this.heedStop()
    const lease = await findLease(this.#parts.store, this.#parts.leaseName)
    const seen = this.#other
    const isSame = lease !== undefined && seen?.lease.fence === lease.fence
    this.#other = lease && { lease, isAlive: isSame && (seen.isAlive || lease.expiresAt > seen.lease.expiresAt) }
  }

  /** Stops writing; the lease expires by itself. */
  drop(): void {
    if (this.#lease) this.#parts.policy.observe({ kind: 'lease_lost' })
    this.#forget()
  }

  /** Stops writing, and releases the lease at once. */
  async release(): Promise<void> {
    const lease = this.#lease
    this.#forget()
    if (lease) await releaseLease(this.#parts.store, lease).catch(() => {})
  }

  /**
   * Also for an instance that does not hold the lease: a key with foreign use is not used until the operator has
   * cleared it.
   */
  async heedStop(): Promise<void> {
    const { store, chain, policy } = this.#parts
    const key = { store, chainId: chain.id, sender: this.sender }
    if (this.#foreignUse !== undefined) await storeStop(key, this.#foreignUse)
    this.#foreignUse = undefined
    const isForeign = await isStopped(key)
    const hasChanged = isForeign !== this.#isForeign
    if (hasChanged) this.mustRecover = true
    this.#isForeign = isForeign
    policy.observe({ kind: 'stopped', isStopped: isForeign, hasChanged })
  }

  /** A transaction that is not ours has used a nonce: no instance signs anything until the operator has cleared it. */
  async stopFor(nonce: number, use: ForeignUse): Promise<void> {
    this.#isForeign = true
    this.#foreignUse = use
    this.#parts.policy.observe({ kind: 'foreign_use', nonce, txHash: use.user })
    await this.heedStop()
  }

  #forget(): void {
    this.#lease = undefined
    this.mustRecover = true
  }
}
