import { Outbox } from './internal/Outbox.js'
import type { Job } from './Job.js'
import { SenderLease } from './SenderLease.js'
import type { SenderParts } from './SenderParts.js'

/**
 * The one sender of a key on a chain: while it holds the lease, no other instance signs with that key.
 *
 * Everything it knows can be read again from the store. Its user calls {@link Sender.advance} again and again while it
 * holds the lease; in between it may {@link Sender.send}.
 */
export class Sender {
  readonly lease: SenderLease
  readonly #outbox: Outbox

  constructor(parts: SenderParts) {
    this.lease = new SenderLease(parts)
    this.#outbox = new Outbox(parts, this.lease)
  }

  /** How many transactions wait for a block. */
  get pending(): number {
    return this.#outbox.size
  }

  /**
   * One step: settles what the chain has decided, offers again what it has not, raises fees. Recovers first where that is
   * due.
   *
   * @throws `LeaseLostError`: call {@link Sender.leave}. What else it throws may pass.
   */
  async advance(): Promise<void> {
    await this.lease.heedStop()
    if (this.lease.mustRecover) await this.#outbox.recover()
    await this.#outbox.watch()
    await this.#outbox.nudge()
  }

  /**
   * Gives a job the next nonce: signs, stores, then offers to every endpoint.
   *
   * @returns `false` while nothing may be signed: the key was stopped, or the sender is stopping or has to recover.
   * @throws What the policy gave as its reason: nothing is signed for the job then.
   */
  send(job: Job): Promise<boolean> {
    return this.#outbox.send(job)
  }

  /** Until nothing is being signed or offered. */
  idle(): Promise<void> {
    return this.#outbox.idle()
  }

  /** The lease is lost: its next holder knows better. */
  leave(): void {
    this.lease.drop()
    this.#outbox.clear()
  }

  /** Finishes what is being offered, and lets the next holder in. */
  async release(): Promise<void> {
    await this.idle()
    await this.lease.release()
  }
}
