import type { ReadClient } from '@holdfast/sdk/chain'
import type { Hash } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { OperationRow } from '../../admission/operationRow.js'
import { isWhole } from '../../chains/isWhole.js'
import type { Call } from '../../sender/Call.js'
import type { SenderLease } from '../../sender/SenderLease.js'
import { LeaseLostError } from '../../store/StoreErrors.js'
import { nameOf } from '../../telemetry/nameOf.js'
import { encodeOutcome, type Outcome } from '../Outcome.js'
import { blockBefore } from './blockBefore.js'
import type { Operations } from './Operations.js'
import type { RelayParts } from './RelayParts.js'
import { nonceKeyOf } from './Sponsor.js'
import { loadUserOperations, storeUserOperation, storeUserOperationState } from './userOperationRows.js'

/** Claims that a sponsor pays for, from the first offer to their result on the chain. */
export class SponsoredClaims {
  readonly #parts: RelayParts
  readonly #lease: SenderLease
  readonly #operations: Operations
  readonly #wake: () => void
  /** Operations that the sponsor has, or may have. */
  #sponsored = new Map<string, Sponsored>()
  /** How often it has refused an operation that is still waiting. */
  readonly #refusals = new Map<string, number>()
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Index of the endpoint that is asked, until it does not answer. */
  #asked = 0
  readonly #resending = new Set<Promise<unknown>>()

  constructor({ parts, operations, lease, wake }: SponsoredClaims.Parts) {
    this.#parts = parts
    this.#lease = lease
    this.#operations = operations
    this.#wake = wake
  }

  /** Resolves when no user operation is being replaced. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#resending)
  }

  /** Forgets all of them; `recover` reads them again. */
  clear(): void {
    this.#sponsored = new Map()
  }

  /** Its operation is no longer waiting. */
  forget(operationId: string): void {
    this.#refusals.delete(operationId)
  }

  /** Reads from the store what the sponsor has, or may have. */
  async recover(): Promise<void> {
    await this.idle()
    const { elapsed } = this.#parts
    this.#sponsored = new Map()
    for (const [id, { hashes, since }] of await loadUserOperations(this.#lease.key()))
      this.#sponsored.set(id, newSponsored(hashes, since, elapsed()))
  }

  /**
   * Offers a claim to the sponsor.
   *
   * @returns Whether the sponsor has it, or may have it; else the relayer pays.
   */
  async offer(operation: OperationRow, call: Call): Promise<boolean> {
    const { sponsor, onStep, now, elapsed } = this.#parts
    const refusals = this.#refusals.get(operation.id) ?? 0
    if (refusals >= maxRefusals || sponsor.isResting || this.#lease.isForeign || this.#lease.isStopping) return false
    const made = await this.#compose(operation, call).catch(() => undefined)
    // Nothing was sent, so nothing can have been accepted.
    if (!made) return false
    await storeUserOperation(this.#lease.key(), made.hash, operation.id)
    await onStep?.('prepared', operation.id)
    const known = newSponsored([made.hash], now(), elapsed())
    this.#sponsored.set(operation.id, known)
    await onStep?.('broadcasting', operation.id)
    const answer = await this.#keepBusy(known, () => sponsor.send(made))
    await onStep?.('broadcast', operation.id)
    if (answer !== 'refused') {
      await storeUserOperationState(this.#lease.key(), operation.id, made.hash, 'sent')
      return true
    }
    this.#sponsored.delete(operation.id)
    // The first user operations of a new account each try to create it; only one succeeds, and the others are valid a
    // moment later.
    const isFirst = made.userOperation.factory !== undefined
    this.#refusals.set(operation.id, isFirst ? refusals + 1 : maxRefusals)
    await storeUserOperationState(this.#lease.key(), operation.id, made.hash, 'dead')
    this.#parts.log.warn('the sponsor has refused a claim', { chain: this.#parts.chain.id })
    this.#wake()
    return true
  }

  /** Finds on chain what the sponsor has executed; replaces what left no trace, with the same nonce key. */
  async watch(): Promise<void> {
    const { chain, elapsed, timing } = this.#parts
    if (this.#sponsored.size === 0 || elapsed() - this.#lookedAt < timing.pollMs) return
    this.#lookedAt = elapsed()
    const { endpoints } = chain
    for (let failures = 1; ; failures++) {
      try {
        // A served chain has an endpoint, and the index is below their number.
        return await this.#watch(endpoints[this.#asked % endpoints.length] as ReadClient)
      } catch (error) {
        this.#asked++
        if (error instanceof LeaseLostError || failures >= endpoints.length) throw error
      }
    }
  }

  /** @param client - One endpoint: its head proves nothing about the events of another. */
  async #watch(client: ReadClient): Promise<void> {
    const { sponsor, chain, elapsed, timing, log } = this.#parts
    const head = BigInt(await client.request({ method: 'eth_blockNumber' }))
    const range = BigInt(chain.deployment.logRangeBlocks)
    for (const [id, known] of this.#sponsored) {
      const first = known.fromBlock ?? (await blockBefore(client, head, known.since))
      const last = first + range - 1n < head ? first + range - 1n : head
      const found = await sponsor.findTransaction(client, known.hashes, first, last)
      if (found) {
        await this.#settle(id, found).catch((error) => {
          if (error instanceof LeaseLostError) throw error
          log.warn('a sponsored claim could not be followed', { chain: chain.id, error: nameOf(error) })
        })
        continue
      }
      // Reads a few blocks again, since hosts differ in how far they are.
      known.fromBlock = last < head ? last + 1n : head > 20n ? head - 20n : 0n
      if (last < head || known.isBusy || elapsed() - known.sentAt < timing.resendMs || this.#lease.isForeign) continue
      if (known.ended && known.ended.seenAt < head) await this.#giveBack(id, known.ended.outcome)
      else this.#resendAside(id, known, head)
    }
  }

  async #compose(operation: OperationRow, call: Call, asOf?: bigint) {
    const { chain, sponsor, readFees } = this.#parts
    // Written by the route as the content of a claim.
    const { transferId } = JSON.parse(operation.content ?? '') as { transferId: string }
    return sponsor.compose(call, nonceKeyOf(chain, BigInt(transferId)), await readFees(), asOf)
  }

  /** Prevents a second replacement in the meantime. */
  async #keepBusy<result>(known: Sponsored, work: () => Promise<result>): Promise<result> {
    known.isBusy = true
    try {
      return await work()
    } finally {
      known.isBusy = false
      known.sentAt = this.#parts.elapsed()
    }
  }

  /** Runs in the background: a slow sponsor delays nothing else. */
  #resendAside(id: string, known: Sponsored, head: bigint): void {
    const { log, chain } = this.#parts
    const resending = this.#keepBusy(known, () => this.#resend(id, known, head))
      .catch((error) => {
        log.warn('a sponsored claim could not be replaced', { chain: chain.id, error: nameOf(error) })
      })
      .finally(() => this.#resending.delete(resending))
    this.#resending.add(resending)
  }

  async #settle(operationId: string, { txHash, hash }: { txHash: Hash; hash: Hash }): Promise<void> {
    const { chain, onStep } = this.#parts
    const receipt = await getTransactionReceipt(chain.client, { hash: txHash })
    // It is looked for again.
    if (!isWhole(receipt)) throw new Error('The receipt lacks its block, outcome or logs.')
    await onStep?.('receipt', operationId)
    await storeUserOperationState(this.#lease.key(), operationId, hash, 'mined')
    await onStep?.('mined', operationId)
    const operation = await this.#operations.read(operationId)
    if (operation?.content != null) {
      // The sponsor has paid.
      const settlement = await this.#operations.judge(operation, receipt, 0n)
      await onStep?.('settling', operationId)
      await this.#operations.settle(operation, settlement)
    }
    this.#sponsored.delete(operationId)
    await onStep?.('settled', operationId)
  }

  /**
   * The nonce key lets at most one of them be executed.
   *
   * @param head - The nonce is unused up to this block, whatever later blocks contain.
   */
  async #resend(operationId: string, known: Sponsored, head: bigint): Promise<void> {
    const { chain, sponsor } = this.#parts
    const operation = await this.#operations.read(operationId)
    if (operation?.content == null) return void this.#sponsored.delete(operationId)
    const preflight = await this.#operations.preflight(operation)
    if ('outcome' in preflight) {
      const seenAt = BigInt(await chain.client.request({ method: 'eth_blockNumber' }))
      known.ended = { outcome: preflight.outcome, seenAt }
      return
    }
    if (!('ok' in preflight)) return
    const call = preflight.call ?? this.#operations.callOf(operation)
    const made = await this.#compose(operation, call, head).catch(() => undefined)
    if (!made) return
    await storeUserOperation(this.#lease.key(), made.hash, operationId)
    known.hashes.push(made.hash)
    await sponsor.send(made)
  }

  /** This claim can no longer be executed, and no block contains it. */
  async #giveBack(operationId: string, outcome: Outcome): Promise<void> {
    const operation = await this.#operations.read(operationId)
    if (operation)
      await this.#operations.settle(operation, {
        state: 'failed',
        outcome: encodeOutcome(outcome),
        units: 'refund',
        spent: 0n,
      })
    this.#sponsored.delete(operationId)
  }
}

export declare namespace SponsoredClaims {
  type Parts = {
    parts: RelayParts
    operations: Operations
    lease: SenderLease
    /** Called when there is work before the next round is due. */
    wake: () => void
  }
}

/** After this many refusals the relayer pays. */
const maxRefusals = 3

/** A claim that the sponsor has, or may have. */
type Sponsored = {
  hashes: Hash[]
  /** When the first of its user operations was created, Unix milliseconds. */
  since: number
  /** Blocks before it have been searched; undefined before the first search. */
  fromBlock: bigint | undefined
  /** When the last of them was sent, or may have been, Unix milliseconds. */
  sentAt: number
  /** One of them is being created or sent. */
  isBusy: boolean
  /**
   * How its transfer ended, and the block at which that was seen. This claim may have ended it: hosts differ in how far
   * they are, so later blocks are searched for it first.
   */
  ended: { outcome: Outcome; seenAt: bigint } | undefined
}

function newSponsored(hashes: Hash[], since: number, sentAt: number): Sponsored {
  return { hashes, since, fromBlock: undefined, sentAt, isBusy: false, ended: undefined }
}
