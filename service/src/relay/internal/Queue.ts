import type { ProblemCode } from '@holdfast/sdk/wire'
import type { Settlement } from '../../admission/Admission.js'
import type { OperationRow } from '../../admission/operationRow.js'
import type { Call } from '../../sender/Call.js'
import { estimateGas } from '../../sender/estimateGas.js'
import type { Fees } from '../../sender/fees.js'
import { toUnits } from '../../sender/money.js'
import type { Sender } from '../../sender/Sender.js'
import { nameOf } from '../../telemetry/nameOf.js'
import { encodeOutcome } from '../Outcome.js'
import type { Preflight } from '../operations/Planner.js'
import { planners } from '../operations/planners.js'
import { type Operations, refusal } from './Operations.js'
import { NotQueuedError, takeFromQueue } from './operationRows.js'
import type { RelayParts } from './RelayParts.js'
import type { SponsoredClaims } from './SponsoredClaims.js'

/** The waiting operations: each goes to the sponsor or gets a nonce, or is refused before anything was signed for it. */
export class Queue {
  readonly #parts: RelayParts
  readonly #operations: Operations
  readonly #sender: Sender
  readonly #sponsored: SponsoredClaims
  readonly #wake: () => void
  /** Operations on their way from the queue to a nonce. */
  readonly #taken = new Map<string, Promise<void>>()
  /**
   * Those of them that were offered to the sponsor, without an answer yet: they do not use up the relayer's own places.
   */
  readonly #atSponsor = new Set<string>()
  /** Since when an operation could not be checked, because the chain or the signer did not answer. */
  readonly #unansweredSince = new Map<string, number>()
  /** For an operation that waits for another one, the key of that one: until it has ended, it uses up no place. */
  readonly #waitsFor = new Map<string, string>()

  constructor({ parts, operations, sender, wake }: Queue.Parts, sponsored: SponsoredClaims) {
    this.#parts = parts
    this.#operations = operations
    this.#sender = sender
    this.#sponsored = sponsored
    this.#wake = wake
  }

  /** Resolves when no operation is between the queue and a nonce. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#taken.values())
  }

  /**
   * Takes the oldest waiting operations. Each is checked on its own; nonces are given in the order in which they are
   * ready.
   */
  async take(): Promise<void> {
    const room = maxInFlight - this.#sender.pending - (this.#taken.size - this.#atSponsor.size)
    if (room <= 0) return
    await this.#forgetEnded()
    const waiting = await this.#operations.readQueued(maxInFlight * 4 + this.#waitsFor.size)
    const free = waiting.filter(({ id }) => !this.#taken.has(id) && !this.#waitsFor.has(id))
    for (const operation of free.slice(0, room)) {
      const task = this.#carryOut(operation)
        .catch((error) => this.#fail(operation, error))
        .finally(() => this.#taken.delete(operation.id))
      this.#taken.set(operation.id, task)
    }
  }

  /** Forgets keys that operations have waited for, once they have ended. */
  async #forgetEnded(): Promise<void> {
    if (this.#waitsFor.size === 0) return
    const open = await this.#operations.findOpen([...new Set(this.#waitsFor.values())])
    for (const [id, key] of this.#waitsFor) if (!open.has(key)) this.#waitsFor.delete(id)
  }

  /** While nothing can be sent, no operation waits longer than for an answer of the chain. */
  async giveBackAll(): Promise<void> {
    const { now, timing } = this.#parts
    const waiting = await this.#operations.readQueuedBefore(now() - timing.answerMs)
    for (const operation of waiting) if (!this.#taken.has(operation.id)) await this.#giveBack(operation)
  }

  async #carryOut(operation: OperationRow): Promise<void> {
    await this.#parts.onStep?.('held', operation.id)
    const preflight = await this.#operations.preflight(operation)
    if ('waitsFor' in preflight) return void this.#waitsFor.set(operation.id, preflight.waitsFor)
    if ('outcome' in preflight) return this.#endUnsent(operation, preflight)
    const call = preflight.call ?? this.#operations.callOf(operation)
    if (operation.kind === 'claim' && (await this.#offer(operation, call))) return
    const { chain, signer } = this.#parts
    const gas = await estimateGas(chain, signer.address, call, { most: planners[operation.kind].gasMax })
    if (gas === 'refused') return this.#refuseImpossible(operation, call)
    const fees = await this.#parts.readFees()
    const problem = this.#moneyProblem(operation, call, gas, fees)
    if (problem) return this.#end(operation, refusal({ problem }))
    if (await this.#sender.send({ id: operation.id, call, gas, fees })) this.#observeBroadcast(operation)
    this.#forget(operation)
    this.#wake()
  }

  /**
   * @returns Whether the sponsor has the claim, or may have it. A sponsor that is full of claims, slow or broken is not
   *   asked.
   */
  async #offer(operation: OperationRow, call: Call): Promise<boolean> {
    if (this.#atSponsor.size >= mostAtSponsor) return false
    this.#atSponsor.add(operation.id)
    // There is room for another operation in the meantime.
    this.#wake()
    try {
      return await this.#sponsored.offer(operation, call)
    } finally {
      this.#atSponsor.delete(operation.id)
    }
  }

  /** The preflight has passed, so a revert is a race, which a second check shows, or the token's own refusal. */
  async #refuseImpossible(operation: OperationRow, call: Call): Promise<void> {
    const { log, chain, refreshBalance } = this.#parts
    if ((await refreshBalance()).isBlocked) {
      // The caller's request is valid.
      log.error('USDC refuses the relayer', { chain: chain.id })
      return this.#end(operation, refusal({ problem: 'upstream_unavailable' }))
    }
    const again = await this.#operations.preflight(operation)
    if ('outcome' in again) return this.#endUnsent(operation, again)
    const body = await this.#operations.whyRefused(operation, call)
    const why = body ? { body } : { problem: impossible[operation.kind] }
    return this.#end(operation, refusal({ ...why, impossible: true }))
  }

  #endUnsent(operation: OperationRow, { outcome, units, state }: Extract<Preflight, { outcome: unknown }>) {
    return this.#end(operation, { state, outcome: encodeOutcome(outcome), units, spent: 0n })
  }

  #moneyProblem(operation: OperationRow, call: Call, gas: bigint, { maxFee }: Fees) {
    const { money, balance } = this.#parts
    const cost = toUnits(gas * maxFee, 'up') + call.value
    if (maxFee > money.maxFeePerGas || cost > money.maxTransactionCost || cost > BigInt(operation.held))
      return 'fee_ceiling' as const
    const known = balance()
    return known && known.available < cost ? ('relayer_depleted' as const) : undefined
  }

  /** Handles a failure before the signature: tried again for a while, then refused. */
  async #fail(operation: OperationRow, error: unknown): Promise<void> {
    const { timing, elapsed, log, chain } = this.#parts
    if (error instanceof NotQueuedError) return this.#forget(operation)
    if (this.#sender.lease.mustRecover) return
    const since = this.#unansweredSince.get(operation.id) ?? elapsed()
    this.#unansweredSince.set(operation.id, since)
    log.warn('an operation is held up', { chain: chain.id, kind: operation.kind, error: nameOf(error) })
    if (elapsed() - since >= timing.answerMs) await this.#giveBack(operation)
  }

  async #giveBack(operation: OperationRow): Promise<void> {
    const known = this.#parts.balance()
    const isShort = known !== undefined && known.available < BigInt(operation.held)
    const problem = isShort ? 'relayer_depleted' : 'upstream_unavailable'
    // The next round tries again.
    await this.#end(operation, refusal({ problem })).catch(() => {})
  }

  /** Ends an operation that was never signed for, so that no instance can sign for it later. */
  async #end(operation: OperationRow, settlement: Settlement): Promise<void> {
    await takeFromQueue(this.#sender.lease.key(), operation.id)
    await this.#operations.settle(operation, settlement)
    this.#forget(operation)
  }

  #observeBroadcast({ kind, created_at }: OperationRow): void {
    const { metrics, now } = this.#parts
    const seconds = (now() - created_at) / 1000
    metrics.observe('relay_stage_duration_seconds', seconds, { kind, stage: 'accept_to_broadcast' })
  }

  #forget({ id }: OperationRow): void {
    this.#unansweredSince.delete(id)
    this.#sponsored.forget(id)
  }
}

export declare namespace Queue {
  type Parts = {
    parts: RelayParts
    operations: Operations
    sender: Sender
    /** Called when there is work before the next round is due. */
    wake: () => void
  }
}

/** Most transactions of one key that wait for a block at once. */
const maxInFlight = 16

/** Most claims that are offered to the sponsor at once; the relayer pays for others. */
const mostAtSponsor = 8

/** The answer when the chain refuses a call and no check of ours explains it. */
const impossible = {
  claim: 'upstream_unavailable',
  create: 'invalid_request',
  announce: 'invalid_request',
  gas: 'recipient_not_eligible',
} as const satisfies Record<OperationRow['kind'], ProblemCode>
