import { randomUUID } from 'node:crypto'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { Config } from '../../config/Config.js'
import type { Signer } from '../../keys/Signer.js'
import type { ServiceParts } from '../../ServiceParts.js'
import { createFeeReader } from '../../sender/fees.js'
import { pollMsOf, SENDER_TIMING } from '../../sender/timing.js'
import { elapsed as sinceStart } from '../../telemetry/elapsed.js'
import { nameOf } from '../../telemetry/nameOf.js'
import type { KeeperReport } from '../Keeper.js'
import type { KeeperOptions } from '../KeeperOptions.js'
import { KeeperOutbox } from './KeeperOutbox.js'
import { chainTime, type KeeperRound } from './KeeperRound.js'
import { observeSender } from './observeSender.js'
import { pullDue, pullFrom } from './pullDue.js'
import { readBoxes } from './readBoxes.js'
import { recordTransfers } from './recordTransfers.js'
import { returnExpired } from './returnExpired.js'

/** The keeper on one chain. */
export class ChainKeeper {
  readonly #parts: ChainKeeper.Parts
  readonly #options: KeeperOptions
  readonly #outbox: KeeperOutbox

  constructor(parts: ChainKeeper.Parts, options: KeeperOptions) {
    this.#parts = parts
    this.#options = options
    this.#outbox = openOutbox(parts, options)
  }

  /** One round, unless another keeper of the store works on the chain. */
  async runRound(): Promise<KeeperReport> {
    const { chain, log, metrics, signal } = this.#parts
    const { lease } = this.#outbox.sender
    const report: KeeperReport = { chainId: chain.id, isHolder: true, returned: [], pulled: [], trouble: undefined }
    const count = (outcome: string) => metrics.count('keeper_rounds_total', { chain: String(chain.id), outcome })
    if (!(await lease.hold())) {
      await lease.heedStop()
      count('standby')
      return { ...report, isHolder: false }
    }
    // Every write checks the lease, so a failed renewal does not need to be reported.
    const renewal = setInterval(() => void lease.renew().catch(() => {}), leaseMsOf(this.#options) / 4)
    try {
      await this.#work(report)
    } catch (error) {
      report.trouble = nameOf(error)
      if (!signal.aborted) log.warn('the keeper was held up', { chain: chain.id, error: report.trouble })
    } finally {
      clearInterval(renewal)
      await this.#outbox.sender.release()
    }
    count(report.trouble === undefined ? 'done' : 'held_up')
    return report
  }

  async #work(report: KeeperReport): Promise<void> {
    const { chain, signer, signal } = this.#parts
    const { cosigner, maxBatch = 50 } = this.#options
    const round: KeeperRound = { ...this.#parts, outbox: this.#outbox, key: () => this.#outbox.sender.lease.key() }
    await this.#outbox.settle(signal)
    await this.#refill(round)
    await recordTransfers(round)
    report.returned = await returnExpired(round, signer.address, maxBatch)
    if (cosigner) report.pulled = await pullDue(round, cosigner, await readBoxes(round, chain.id, this.#options))
  }

  /** Pulls from the box that funds the keeper, if there is one and the balance is low. */
  async #refill(round: KeeperRound): Promise<void> {
    const { chain, log, metrics } = this.#parts
    const { cosigner, refill } = this.#options
    const balance = await this.#outbox.balance()
    metrics.gauge('keeper_balance_usdc', Number(balance) / 1e6, { chain: String(chain.id) })
    if (!refill || !cosigner || refill.chainId !== chain.id || balance >= refill.below) return
    const outcome = await pullFrom(round, cosigner, refill.box, { chainNow: await chainTime(round), isOwn: true })
    log.info('the keeper tried to pull from its own box', { chain: chain.id, outcome: outcome.kind })
  }
}

export declare namespace ChainKeeper {
  type Parts = Pick<ServiceParts, 'store' | 'log' | 'metrics' | 'now' | 'elapsed'> & {
    config: Pick<Config, 'instanceId'> & { money: Pick<Config['money'], 'maxFeePerGas'> }
    chain: ServedChain
    signer: Signer
    /** Aborts when the keeper is to stop. */
    signal: AbortSignal
  }
}

/** How long a round waits for a transaction. */
const confirmMs = 30_000

const leaseMsOf = ({ leaseMs = 30_000 }: KeeperOptions) => leaseMs

function openOutbox(
  { store, chain, signer, config, log, metrics, now, elapsed = sinceStart }: ChainKeeper.Parts,
  options: KeeperOptions,
): KeeperOutbox {
  const { dailyLimit = 5_000_000n, pullLimit = 5_000_000n, timing, onStep } = options
  const leaseMs = leaseMsOf(options)
  return new KeeperOutbox({
    store,
    chain,
    signer,
    dailyLimit,
    pullLimit,
    maxFeePerGas: config.money.maxFeePerGas,
    readFees: createFeeReader(chain, elapsed),
    holder: `${config.instanceId}:${randomUUID()}`,
    now,
    elapsed,
    timing: { ...SENDER_TIMING, pollMs: pollMsOf(chain.deployment), confirmMs, leaseMs, ...timing },
    observe: (event) => observeSender({ log, metrics, chainId: chain.id }, event),
    onStep,
  })
}
