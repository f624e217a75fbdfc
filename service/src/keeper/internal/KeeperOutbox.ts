import { setTimeout as pause } from 'node:timers/promises'
import { hexToBigInt, type TransactionReceipt } from 'viem'
import type { Call } from '../../sender/Call.js'
import { estimateGas } from '../../sender/estimateGas.js'
import { toUnits } from '../../sender/money.js'
import { Sender } from '../../sender/Sender.js'
import type { SenderParts } from '../../sender/SenderParts.js'
import type { JobEnd } from '../../sender/SenderPolicy.js'
import { KeeperFeeError, KeeperFundsError, KeyStoppedError, TransactionOpenError } from '../KeeperErrors.js'
import { newJobId, type Purpose } from './budgets.js'
import { type SpendingBudget, spendingPolicy } from './spendingPolicy.js'

/**
 * Sends the keeper's transactions on one chain: one after the other, and nothing new while an earlier one is not
 * settled.
 */
export class KeeperOutbox {
  readonly sender: Sender
  readonly #parts: KeeperOutbox.Parts
  readonly #budget: SpendingBudget
  readonly #awaited = new Map<string, (end: JobEnd) => void>()

  constructor(parts: KeeperOutbox.Parts) {
    const { store, chain, dailyLimit, pullLimit, now } = parts
    this.#parts = parts
    const onEnd = (jobId: string, end: JobEnd) => this.#awaited.get(jobId)?.(end)
    const policy = spendingPolicy({ store, chainId: chain.id, dailyLimit, pullLimit, now, onEnd })
    this.#budget = policy
    this.sender = new Sender({
      ...parts,
      // Keepers of one store take turns on a chain, even with different keys.
      leaseName: `keeper:${chain.id}`,
      policy: { ...policy, observe: parts.observe },
    })
  }

  /** USDC base units. */
  async balance(): Promise<bigint> {
    const { chain, signer } = this.#parts
    const wei = await chain.client.request({ method: 'eth_getBalance', params: [signer.address, 'latest'] })
    return toUnits(hexToBigInt(wei), 'down')
  }

  /**
   * Waits until everything that was sent, by this process or an earlier one, is settled.
   *
   * @throws {@link TransactionOpenError} when that takes too long; {@link KeyStoppedError}.
   */
  async settle(signal: AbortSignal): Promise<void> {
    await this.#advanceUntil(() => this.sender.pending === 0, signal)
    if (this.sender.lease.isForeign) throw new KeyStoppedError()
  }

  /** The highest cost of an amount of gas now, and what is left of the day for it; USDC base units. */
  async price(gas: bigint, purpose: Purpose): Promise<{ cost: bigint; left: bigint }> {
    const [{ maxFee }, left] = await Promise.all([this.#parts.readFees(), this.#budget.readBudget(newJobId(purpose))])
    return { cost: toUnits(gas * maxFee, 'up'), left }
  }

  /**
   * Sends one call and waits for its end.
   *
   * @param purpose - Determines the limits that it counts against.
   * @param least - Lowest gas limit, also when an estimate is lower.
   * @returns The receipt, which shows whether the call succeeded; `undefined` when the call was not made: the node
   *   refuses to run it, or its nonce was given up.
   * @throws {@link KeeperFeeError}, {@link KeeperFundsError}, `KeeperLimitError`: nothing was signed.
   *   {@link TransactionOpenError}: it may still be mined. {@link KeyStoppedError}.
   */
  async send(
    call: Call,
    purpose: Purpose,
    signal: AbortSignal,
    least?: bigint,
  ): Promise<TransactionReceipt | undefined> {
    const { chain, signer, maxFeePerGas, readFees } = this.#parts
    const gas = await estimateGas(chain, signer.address, call, { least })
    if (gas === 'refused') return undefined
    const [fees, balance] = await Promise.all([readFees(), this.balance()])
    if (fees.maxFee > maxFeePerGas) throw new KeeperFeeError(maxFeePerGas)
    const cost = toUnits(gas * fees.maxFee, 'up')
    if (cost > balance) throw new KeeperFundsError(signer.address, cost, balance)
    const id = newJobId(purpose)
    let end: JobEnd | undefined
    this.#awaited.set(id, (known) => {
      end = known
    })
    try {
      if (!(await this.sender.send({ id, call, gas, fees }))) throw new KeyStoppedError()
      await this.#advanceUntil(() => end !== undefined && this.sender.pending === 0, signal)
      return receiptOf(end)
    } finally {
      this.#awaited.delete(id)
    }
  }

  async #advanceUntil(isDone: () => boolean, signal: AbortSignal): Promise<void> {
    const { elapsed, timing } = this.#parts
    const until = elapsed() + timing.confirmMs
    for (;;) {
      await this.sender.advance()
      if (isDone() || this.sender.lease.isForeign) return
      if (signal.aborted || elapsed() >= until) throw new TransactionOpenError()
      await pause(timing.pollMs, undefined, { signal }).catch(() => {})
    }
  }
}

export declare namespace KeeperOutbox {
  type Parts = Omit<SenderParts, 'policy' | 'leaseName' | 'timing'> & {
    /** Of returns, USDC base units. */
    dailyLimit: bigint
    /** Of pulls. */
    pullLimit: bigint
    observe: SenderParts['policy']['observe']
    timing: KeeperTiming
  }
}

/** All in milliseconds. */
export type KeeperTiming = SenderParts['timing'] & {
  /** Between two checks of sent transactions. */
  pollMs: number
  /** How long a round waits for a transaction. */
  confirmMs: number
}

function receiptOf(end: JobEnd | undefined): TransactionReceipt | undefined {
  if (end === undefined || end.kind === 'superseded') throw new KeyStoppedError()
  return end.kind === 'mined' ? end.receipt : undefined
}
