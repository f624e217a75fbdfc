import { Outbox } from './internal/Outbox.js'
import type { Job } from './Job.js'
import { SenderLease } from './SenderLease.js'
import type { SenderParts } from './SenderParts.js'

/**
 * The single sender of a key on a chain: while it holds the lease, no other instance signs with that key.
 *
 * All its state can be read again from the store. Its user calls {@link Sender.advance} repeatedly while it holds the
 * lease, and may call {@link Sender.send} in between.
 */
export class Sender {
  readonly lease: SenderLease
  readonly #outbox: Outbox

  constructor(parts: SenderParts) {
    this.lease = new SenderLease(parts)
    this.#outbox = new Outbox(parts, this.lease)
  }

  /** Number of transactions that wait for a block. */
  get pending(): number {
    return this.#outbox.size
  }

  /**
   * One step: settles what was mined, broadcasts again what was not, raises fees. Recovers first if that is due.
   *
   * @throws `LeaseLostError`: call {@link Sender.leave}. Other errors may pass.
   */
  async advance(): Promise<void> {
    await this.lease.heedStop()
    if (this.lease.mustRecover) await this.#outbox.recover()
    await this.#outbox.watch()
    await this.#outbox.nudge()
  }

  /**
   * Gives a job the next nonce: signs, stores, then broadcasts to every endpoint.
   *
   * @returns `false` while nothing may be signed: the key was stopped, or the sender is stopping or must recover.
   * @throws The policy's reason for a refusal: nothing is signed for the job then.
   */
  send(job: Job): Promise<boolean> {
    return this.#outbox.send(job)
  }

  /** Resolves when nothing is being signed or broadcast. */
  idle(): Promise<void> {
    return this.#outbox.idle()
  }

  /** Call it when the lease is lost: only its next holder has current data. */
  leave(): void {
    this.lease.drop()
    this.#outbox.clear()
  }

  /** Finishes the broadcast in progress, and releases the lease. */
  async release(): Promise<void> {
    await this.idle()
    await this.lease.release()
  }
}
