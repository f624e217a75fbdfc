import { Sender } from '../../sender/Sender.js'
import { LeaseLostError } from '../../store/StoreErrors.js'
import { nameOf } from '../../telemetry/nameOf.js'
import type { RelayTrouble } from '../Relay.js'
import { Operations } from './Operations.js'
import { observeSender } from './observeSender.js'
import { operationPolicy } from './operationPolicy.js'
import { readOrphans } from './operationRows.js'
import { Queue } from './Queue.js'
import type { RelayParts } from './RelayParts.js'
import { SponsoredClaims } from './SponsoredClaims.js'

/**
 * The relay on one chain. While it holds the sender's lease it runs rounds: settles what was mined, broadcasts again
 * what was not, and then takes waiting operations as far as there is room.
 */
export class ChainRelay {
  readonly #parts: RelayParts
  readonly #sender: Sender
  readonly #sponsored: SponsoredClaims
  readonly #queue: Queue
  /** Since when no round has succeeded. */
  #heldUpSince: number | undefined
  #endSleep = () => {}
  #isWoken = false
  readonly #running: Promise<void>

  constructor(parts: RelayParts) {
    const wake = () => this.wake()
    const operations = new Operations(parts, wake)
    this.#parts = parts
    this.#sender = new Sender({
      ...parts,
      leaseName: `relay:${parts.chain.id}:${parts.signer.address.toLowerCase()}`,
      maxFeePerGas: parts.money.maxFeePerGas,
      policy: {
        ...operationPolicy(parts, operations),
        recover: () => this.#recover(operations),
        observe(event) {
          observeSender(parts, event)
          if (event.kind === 'closed' || (event.kind === 'nonce_error' && event.reason === 'nonce_too_low')) wake()
        },
      },
    })
    this.#sponsored = new SponsoredClaims({ parts, operations, lease: this.#sender.lease, wake })
    this.#queue = new Queue({ parts, operations, sender: this.#sender, wake }, this.#sponsored)
    this.#running = this.#run()
  }

  get trouble(): RelayTrouble | undefined {
    const { isStopping, isForeign, isHeld, mustRecover } = this.#sender.lease
    if (isStopping) return 'stopped'
    if (isForeign) return 'foreign_use'
    return isHeld && mustRecover ? 'recovering' : undefined
  }

  /** Whether the work of an earlier process is settled, by this instance or by another one that renews its lease. */
  get isReady(): boolean {
    const { isHeld, isHeldElsewhere } = this.#sender.lease
    return this.trouble === undefined && (isHeld || isHeldElsewhere)
  }

  wake(): void {
    this.#isWoken = true
    this.#endSleep()
  }

  async stop(): Promise<void> {
    this.#sender.lease.isStopping = true
    this.wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { timing, log, chain } = this.#parts
    const { lease } = this.#sender
    while (!lease.isStopping) {
      try {
        if (await lease.hold()) await this.#work()
        else await lease.standBy()
        if (this.#heldUpSince !== undefined) log.info('the relay continues', { chain: chain.id })
        this.#heldUpSince = undefined
      } catch (error) {
        if (error instanceof LeaseLostError) this.#leave()
        else await this.#reportTrouble(error)
      }
      await this.#sleep(lease.isHeld ? timing.pollMs : timing.standbyMs)
    }
    await this.#queue.idle()
    await this.#sender.idle()
    await this.#sponsored.idle()
    await this.#sender.release()
  }

  /** Forgets what it holds in memory: only the next holder of the lease has current data. */
  #leave(): void {
    this.#sender.leave()
    this.#sponsored.clear()
  }

  async #work(): Promise<void> {
    const { lease } = this.#sender
    await this.#sender.advance()
    await this.#sponsored.watch()
    if (lease.isForeign) await this.#queue.giveBackAll()
    else if (!lease.isStopping) await this.#queue.take()
    this.#parts.metrics.gauge('relay_jobs', this.#sender.pending, { state: 'in_flight' })
  }

  async #recover(operations: Operations): Promise<void> {
    await this.#sponsored.recover()
    for (const orphan of await readOrphans(this.#sender.lease.key()))
      await operations.refuse(orphan, { problem: 'upstream_unavailable' })
  }

  async #reportTrouble(error: unknown): Promise<void> {
    const { log, chain, elapsed, timing } = this.#parts
    // Logged once; when a round succeeds again, `the relay continues` is logged.
    if (this.#heldUpSince === undefined) log.warn('the relay is held up', { chain: chain.id, error: nameOf(error) })
    this.#heldUpSince ??= elapsed()
    if (this.#sender.lease.isHeld && elapsed() - this.#heldUpSince >= timing.answerMs)
      await this.#queue.giveBackAll().catch(() => {})
  }

  async #sleep(ms: number): Promise<void> {
    if (!this.#isWoken && !this.#sender.lease.isStopping)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#endSleep = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#isWoken = false
  }
}
