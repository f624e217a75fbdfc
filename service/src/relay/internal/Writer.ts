import { LeaseLostError } from '../../store/StoreErrors.js'
import { nameOf } from '../../telemetry/nameOf.js'
import type { RelayTrouble } from '../Relay.js'
import { Nonces } from './Nonces.js'
import { Operations } from './Operations.js'
import { Queue } from './Queue.js'
import { SponsoredClaims } from './SponsoredClaims.js'
import { Tenure } from './Tenure.js'
import type { WriterParts } from './WriterParts.js'

/**
 * The one writer of a key on a chain: while it holds the lease, nobody else signs with that key.
 *
 * Everything it knows can be read again from the store. It goes round: what the chain has decided is settled, what it has
 * not is offered again, and then there is room for what waits.
 */
export class Writer {
  readonly #parts: WriterParts
  readonly #tenure: Tenure
  readonly #nonces: Nonces
  readonly #sponsored: SponsoredClaims
  readonly #queue: Queue
  /** Since when no round has gone through. */
  #heldUpSince: number | undefined
  #rouse = () => {}
  #roused = false
  readonly #running: Promise<void>

  constructor(parts: WriterParts) {
    const wake = () => this.wake()
    const workplace = { parts, tenure: new Tenure(parts), operations: new Operations(parts, wake), wake }
    this.#parts = parts
    this.#tenure = workplace.tenure
    this.#nonces = new Nonces(workplace)
    this.#sponsored = new SponsoredClaims(workplace)
    this.#queue = new Queue(workplace, this.#nonces, this.#sponsored)
    this.#running = this.#run()
  }

  get trouble(): RelayTrouble | undefined {
    const { isStopping, isForeign, isHeld, mustLoad } = this.#tenure
    if (isStopping) return 'stopped'
    if (isForeign) return 'foreign_use'
    return isHeld && mustLoad ? 'recovering' : undefined
  }

  /** Whether what an earlier process has left is settled, by this instance or by one that is seen to live. */
  get isReady(): boolean {
    return this.trouble === undefined && (this.#tenure.isHeld || this.#tenure.isHeldElsewhere)
  }

  wake(): void {
    this.#roused = true
    this.#rouse()
  }

  async stop(): Promise<void> {
    this.#tenure.isStopping = true
    this.wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { timing, log, chain } = this.#parts
    const tenure = this.#tenure
    while (!tenure.isStopping) {
      try {
        if (await tenure.hold()) await this.#work()
        else await tenure.standBy()
        if (this.#heldUpSince !== undefined) log.info('the relay goes on', { chain: chain.id })
        this.#heldUpSince = undefined
      } catch (error) {
        if (error instanceof LeaseLostError) this.#leave()
        else await this.#hearOf(error)
      }
      await this.#sleep(tenure.isHeld ? timing.pollMs : timing.standbyMs)
    }
    await this.#queue.idle()
    await this.#nonces.idle()
    await this.#sponsored.idle()
    await tenure.release()
  }

  /** Whoever holds the lease next knows better. */
  #leave(): void {
    this.#tenure.drop()
    this.#nonces.clear()
    this.#sponsored.clear()
  }

  async #work(): Promise<void> {
    const tenure = this.#tenure
    await tenure.heedStop()
    if (tenure.mustLoad) {
      await this.#sponsored.recover()
      await this.#nonces.recover()
    }
    await this.#nonces.watch()
    await this.#sponsored.watch()
    await this.#nonces.nudge()
    if (tenure.isForeign) await this.#queue.giveBackAll()
    else if (!tenure.isStopping) await this.#queue.take()
    this.#parts.metrics?.gauge('relay_jobs', this.#nonces.size, { state: 'in_flight' })
  }

  async #hearOf(error: unknown): Promise<void> {
    const { log, chain, now, timing } = this.#parts
    // Said once; the next word is that it goes on.
    if (this.#heldUpSince === undefined) log.warn('the relay is held up', { chain: chain.id, error: nameOf(error) })
    this.#heldUpSince ??= now()
    if (this.#tenure.isHeld && now() - this.#heldUpSince >= timing.answerMs)
      await this.#queue.giveBackAll().catch(() => {})
  }

  async #sleep(ms: number): Promise<void> {
    if (!this.#roused && !this.#tenure.isStopping)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#rouse = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#roused = false
  }
}
