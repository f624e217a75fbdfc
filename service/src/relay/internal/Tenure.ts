import { acquireLease, findLease, type Lease, releaseLease, renewLease } from '../../store/lease.js'
import { LeaseLostError } from '../../store/StoreErrors.js'
import type { Desk } from './Desk.js'
import { type ForeignUse, isStopped, storeStop } from './transactionRows.js'
import type { WriterParts } from './WriterParts.js'

/** The right of one instance to sign with a key on a chain: its lease, and that nobody else uses the key. */
export class Tenure {
  /** What store and chain know of the key has to be read again before anything is signed. */
  mustLoad = true
  isStopping = false
  readonly sender: string
  readonly #parts: WriterParts
  readonly #name: string
  #lease: Lease | undefined
  #renewedAt = 0
  /** Another instance's lease, and whether it was seen to be prolonged: one that is not may be a dead process's. */
  #other: { lease: Lease; isAlive: boolean } | undefined
  #isForeign = false
  /** What has to be stored of it. */
  #foreignUse: ForeignUse | undefined

  constructor(parts: WriterParts) {
    this.#parts = parts
    this.sender = parts.signer.address.toLowerCase()
    this.#name = `relay:${parts.chain.id}:${this.sender}`
  }

  get isHeld(): boolean {
    return this.#lease !== undefined
  }

  /** Whether another instance is seen to hold it and to live. */
  get isHeldElsewhere(): boolean {
    return this.#other?.isAlive === true && this.#parts.now() < this.#other.lease.expiresAt
  }

  /** Somebody else has signed with the key. */
  get isForeign(): boolean {
    return this.#isForeign
  }

  /** Whether a new nonce may be used. */
  get maySign(): boolean {
    return !this.#isForeign && !this.isStopping && !this.mustLoad
  }

  /**
   * The desk at which everything is written.
   *
   * @throws `LeaseLostError` when somebody else may be writing.
   */
  desk(): Desk {
    const { store, chain, now } = this.#parts
    if (!this.#lease) throw new LeaseLostError(this.#name)
    return { store, lease: this.#lease, chainId: chain.id, sender: this.sender, now }
  }

  /**
   * Takes the lease, or prolongs it in time.
   *
   * @returns Whether it is held.
   * @throws `LeaseLostError` when it ran out.
   */
  async hold(): Promise<boolean> {
    const { store, holder, now, timing, log, chain } = this.#parts
    if (!this.#lease) {
      const lease = await acquireLease(store, this.#name, holder, timing.leaseMs, now())
      if (!lease) return false
      this.#lease = lease
      this.#renewedAt = now()
      this.mustLoad = true
      log.info('the relay sends from here', { chain: chain.id, fence: lease.fence })
    } else if (now() - this.#renewedAt > timing.leaseMs / 3) {
      const renewed = await renewLease(store, this.#lease, timing.leaseMs, now())
      if (!renewed) throw new LeaseLostError(this.#name)
      this.#lease = renewed
      this.#renewedAt = now()
    }
    return true
  }

  /** Looks at whoever holds it instead. */
  async standBy(): Promise<void> {
    await this.heedStop()
    const lease = await findLease(this.#parts.store, this.#name)
    const seen = this.#other
    const isSame = lease !== undefined && seen?.lease.fence === lease.fence
    this.#other = lease && { lease, isAlive: isSame && (seen.isAlive || lease.expiresAt > seen.lease.expiresAt) }
  }

  /** Writes no more; the lease runs out by itself. */
  drop(): void {
    if (this.#lease) this.#parts.log.warn('the relay does not send from here any more', { chain: this.#parts.chain.id })
    this.#lease = undefined
    this.mustLoad = true
  }

  /** Writes no more, and lets the next holder in at once. */
  async release(): Promise<void> {
    const lease = this.#lease
    this.drop()
    if (lease) await releaseLease(this.#parts.store, lease).catch(() => {})
  }

  /** Whoever holds the lease, and whoever did: a key that somebody else uses is left alone until the operator has looked. */
  async heedStop(): Promise<void> {
    const { store, chain, log, metrics } = this.#parts
    const place = { store, chainId: chain.id, sender: this.sender }
    if (this.#foreignUse !== undefined) await storeStop(place, this.#foreignUse)
    this.#foreignUse = undefined
    const isForeign = await isStopped(place)
    metrics?.gauge('relay_stopped', Number(isForeign), { chain: String(chain.id) })
    if (isForeign === this.#isForeign) return
    this.#isForeign = isForeign
    this.mustLoad = true
    if (isForeign) log.error('the relay stands still: somebody else has sent with the relayer key', { chain: chain.id })
    else log.info('the relay may go on', { chain: chain.id })
  }

  /** Somebody else has used a nonce: nothing more is signed, by nobody, until the operator has looked. */
  async stopFor(nonce: number, use: ForeignUse): Promise<void> {
    const { log, metrics, chain } = this.#parts
    this.#isForeign = true
    this.#foreignUse = use
    log.error('somebody else sends with the relayer key; the relay has stopped', {
      chain: chain.id,
      nonce,
      txHash: use.user,
    })
    metrics?.count('relay_nonce_errors_total', { chain: String(chain.id), reason: 'foreign use' })
    await this.heedStop()
  }
}
