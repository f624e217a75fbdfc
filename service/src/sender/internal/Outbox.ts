import { findTransactionByNonce } from '@holdfast/sdk/chain'
import { type Hash, hexToNumber, type TransactionReceipt } from 'viem'
import { LeaseLostError } from '../../store/StoreErrors.js'
import { nameOf } from '../../telemetry/nameOf.js'
import type { Call } from '../Call.js'
import { min } from '../fees.js'
import type { Job } from '../Job.js'
import { toUnits } from '../money.js'
import type { SenderLease } from '../SenderLease.js'
import type { SenderParts } from '../SenderParts.js'
import type { JobEnd } from '../SenderPolicy.js'
import { findReceipt } from './findReceipt.js'
import {
  type Attempt,
  attemptOf,
  hashesOf,
  newPending,
  type PendingTransaction,
  pendingOf,
  youngest,
} from './PendingTransaction.js'
import { emptyOffer, PLAIN_GAS, raisedOffer } from './replacement.js'
import { callOf, type Offer, rowOf, signAttempt } from './signAttempt.js'
import {
  blank,
  blankEnded,
  findOurs,
  loadKey,
  ReservationRefused,
  storeBroadcast,
  storeDead,
  storeMined,
  storePrepared,
  storeReplacement,
} from './transactionRows.js'

/**
 * The pending transactions of a key: the nonces that are taken and not settled.
 *
 * Only the chain decides what happens to a nonce: elapsed time only makes the sender broadcast the same bytes again, or
 * raise their fees.
 */
export class Outbox {
  readonly #parts: SenderParts
  readonly #lease: SenderLease
  #pending = new Map<number, PendingTransaction>()
  /** The next nonce to use; it differs from the stored one when the key was used elsewhere before. */
  #next = 0
  #stored = 0
  /** One signature at a time, so that nonces increase in the order in which they are stored. */
  #signing: Promise<unknown> = Promise.resolve()
  readonly #offering = new Set<Promise<unknown>>()

  constructor(parts: SenderParts, lease: SenderLease) {
    this.#parts = parts
    this.#lease = lease
  }

  /** Number of nonces that wait for a block. */
  get size(): number {
    return this.#pending.size
  }

  /** Resolves when nothing is being signed or broadcast. */
  async idle(): Promise<void> {
    await this.#signing.catch(() => {})
    await Promise.allSettled(this.#offering)
  }

  /** Forgets all of them; `recover` reads them again. */
  clear(): void {
    this.#pending = new Map()
  }

  /** Reads from store and chain what an earlier process, or this one before an error, has left. */
  async recover(): Promise<void> {
    const { chain, signer, policy, now, elapsed } = this.#parts
    await this.idle()
    const count = await this.#countUsed()
    const { nextNonce, rows, settled } = await loadKey(this.#lease.key(), count, policy)
    this.#pending = pendingOf(rows, { now: now(), elapsed: elapsed() })
    // A store that has never sent with a key accepts it as it is; any other store knows all nonces that were used here.
    const isUsedElsewhere = count > nextNonce && nextNonce > 0
    if (isUsedElsewhere) {
      const user = await findTransactionByNonce(chain.client, signer.address, nextNonce).catch(() => undefined)
      await this.#lease.stopFor(nextNonce, { user: user?.hash, usedNonces: count })
    }
    this.#next = Math.max(nextNonce, count, ...rows.map(({ nonce }) => nonce + 1))
    this.#stored = isUsedElsewhere ? count : nextNonce
    await policy.recover()

    const unused = [...this.#pending.values()].filter((pending) => pending.nonce >= count)
    const holes = range(count, this.#next).filter((nonce) => !this.#pending.has(nonce) && !settled.has(nonce))
    if (holes.length > maxHoles) throw new Error(`${holes.length} nonces of ${signer.address} are missing.`)
    for (const pending of unused.sort(byNonce)) this.#offer(pending)
    for (const nonce of this.#lease.isForeign ? [] : holes) await this.#inLine(() => this.#fill(nonce))
    await blankEnded(this.#lease.key(), policy)
    this.#lease.mustRecover = false
    policy.observe({ kind: 'recovered', open: this.#pending.size, holes: holes.length })
  }

  /** Settles what was mined. One request while nothing is. */
  async watch(): Promise<void> {
    if (this.#pending.size === 0) return
    const count = await this.#countUsed()
    const known = [...this.#pending.values()].filter(({ busy }) => !busy)
    const used = known.filter(({ nonce }) => nonce < count)
    // A block that used it was reorganised, or an endpoint was ahead of this one: it is broadcast again.
    for (const pending of known) if (pending.nonce >= count) pending.usedSince = undefined
    await Promise.all(used.map((pending) => this.#exclusively(pending, () => this.#settleUsed(pending))))
  }

  /** Broadcasts again what is not mined yet, raises its fees, and finally gives its nonce up. */
  async nudge(): Promise<void> {
    const { timing, elapsed } = this.#parts
    const waiting = [...this.#pending.values()].filter(({ busy, usedSince }) => !busy && usedSince === undefined)
    for (const pending of waiting.sort(byNonce)) {
      const last = youngest(pending)
      if (!last) continue
      const isDue = pending.isUnderpriced || elapsed() - pending.raisedAt >= timing.bumpMs
      if (isDue && !this.#lease.isForeign)
        await this.#exclusively(pending, () => this.#inLine(() => this.#raise(pending, last)))
      if (elapsed() - pending.offeredAt >= timing.offerMs) this.#offer(pending)
    }
  }

  /**
   * Gives the next nonce to a job, signs its call and broadcasts it.
   *
   * @returns `false` while nothing may be signed.
   */
  send(job: Job): Promise<boolean> {
    return this.#inLine(() => this.#send(job))
  }

  async #send({ id, call, gas, fees: { maxFee, tip } }: Job): Promise<boolean> {
    const { onStep, now, elapsed } = this.#parts
    if (!this.#lease.maySign) return false
    const nonce = this.#next
    const attempt = await signAttempt(this.#parts, nonce, call, { maxFee, tip, gas }, true)
    await onStep?.('signed', id)
    await this.#take(nonce, attempt, id)
    await onStep?.('prepared', id)
    const pending = newPending(nonce, id, [attempt], { now: now(), elapsed: elapsed() })
    this.#pending.set(nonce, pending)
    this.#offer(pending)
    return true
  }

  /** The nonce is increased in the transaction that stores its row, and only there. */
  async #take(nonce: number, attempt: Attempt, jobId: string): Promise<void> {
    const row = rowOf(this.#parts, nonce, attempt, jobId)
    try {
      await storePrepared(this.#lease.key(), row, this.#stored, this.#parts.policy)
    } catch (error) {
      if (error instanceof ReservationRefused) throw error.reason
      // It is unknown whether it was stored, so the store is read again.
      this.#lease.mustRecover = true
      throw error
    }
    this.#next = nonce + 1
    this.#stored = nonce + 1
  }

  async #countUsed(): Promise<number> {
    const { chain, signer } = this.#parts
    return hexToNumber(
      await chain.client.request({ method: 'eth_getTransactionCount', params: [signer.address, 'latest'] }),
    )
  }

  async #exclusively(pending: PendingTransaction, work: () => Promise<void>): Promise<void> {
    pending.busy = true
    try {
      await work()
    } catch (error) {
      if (error instanceof LeaseLostError) throw error
      this.#parts.policy.observe({ kind: 'not_followed', nonce: pending.nonce, error: nameOf(error) })
    } finally {
      pending.busy = false
    }
  }

  async #settleUsed(pending: PendingTransaction): Promise<void> {
    const { timing, elapsed, chain, signer, policy } = this.#parts
    const found = await findReceipt(chain, pending)
    if (found) return this.#settleMined(pending, found.attempt, found.receipt)
    pending.usedSince ??= elapsed()
    // Receipts may be late. The transaction that used the nonce is searched in the blocks, never guessed from elapsed
    // time.
    if (
      elapsed() - pending.usedSince < timing.lateReceiptMs ||
      elapsed() - pending.lookedForUserAt < timing.lateReceiptMs
    )
      return
    pending.lookedForUserAt = elapsed()
    const user = (await findTransactionByNonce(chain.client, signer.address, pending.nonce))?.hash
    if (user === undefined || hashesOf(pending).includes(user)) return
    const ours = await findOurs(this.#lease.key(), user)
    if (!ours) return this.#settleForeign(pending, user)
    if (ours.state !== 'dead') {
      this.#lease.mustRecover = true
      return
    }
    // From now on its receipt is found together with the others.
    policy.observe({ kind: 'mined_although_refused', nonce: pending.nonce, txHash: user })
    pending.attempts.unshift(attemptOf(ours))
  }

  async #settleMined(pending: PendingTransaction, attempt: Attempt, receipt: TransactionReceipt): Promise<void> {
    const { onStep, policy } = this.#parts
    const { jobId, createdAt } = pending
    const { hash } = attempt
    const spent = toUnits(receipt.gasUsed * receipt.effectiveGasPrice, 'up')
    const others = hashesOf(pending).filter((other) => other !== hash)
    await onStep?.('receipt', jobId)
    const mined = { hash, blockNumber: receipt.blockNumber, jobId, spent }
    if (await storeMined(this.#lease.key(), mined, others, policy)) policy.observe({ kind: 'spent', amount: spent })
    await onStep?.('mined', jobId)
    await this.#settle(jobId, { kind: attempt.carries ? 'mined' : 'given_up', receipt, spent, createdAt })
    await onStep?.('settled', jobId)
    await this.#close(pending)
  }

  /** Ends all transactions at a nonce that another program has used: none of ours can be mined there. */
  async #settleForeign(pending: PendingTransaction, user: Hash): Promise<void> {
    await this.#lease.stopFor(pending.nonce, { user, usedNonces: pending.nonce + 1 })
    await storeDead(this.#lease.key(), hashesOf(pending), this.#parts.policy)
    await this.#settle(pending.jobId, { kind: 'superseded' })
    await this.#close(pending)
    // It may have used more than this one.
    this.#lease.mustRecover = true
  }

  async #settle(jobId: string | undefined, end: JobEnd): Promise<void> {
    if (jobId !== undefined) await this.#parts.policy.settle(jobId, end)
  }

  async #close(pending: PendingTransaction): Promise<void> {
    await blank(this.#lease.key(), hashesOf(pending))
    this.#pending.delete(pending.nonce)
    this.#parts.policy.observe({ kind: 'closed' })
  }

  async #raise(pending: PendingTransaction, last: Attempt): Promise<void> {
    const { policy, maxFeePerGas, timing, elapsed, readFees } = this.#parts
    const { jobId, attempts } = pending
    const ceiling = { maxFeePerGas, budget: jobId === undefined ? undefined : await policy.readBudget(jobId) }
    if (last.carries) {
      const call = callOf(last)
      const raised = raisedOffer(last, attempts.length, call.value, ceiling)
      if (raised && (await this.#replace(pending, call, raised, jobId)))
        return policy.observe({ kind: 'resubmitted', reason: 'slow' })
      if (elapsed() - pending.raisedAt < timing.bumpMs + timing.giveUpMs) return
    }
    // From now on only the nonce matters, because later ones wait for it.
    const offer = emptyOffer(last, attempts.length, await readFees(), ceiling)
    if (offer && (await this.#replace(pending, this.#nothing(), offer, undefined)))
      policy.observe({ kind: 'resubmitted', reason: last.carries ? 'given up' : 'slow' })
  }

  /** @returns `false` when the policy refuses it. */
  async #replace(pending: PendingTransaction, call: Call, offer: Offer, jobId: string | undefined): Promise<boolean> {
    const { policy, elapsed } = this.#parts
    const attempt = await signAttempt(this.#parts, pending.nonce, call, offer, jobId !== undefined)
    try {
      await storeReplacement(this.#lease.key(), rowOf(this.#parts, pending.nonce, attempt, jobId), policy)
    } catch (error) {
      if (error instanceof ReservationRefused) return false
      throw error
    }
    pending.attempts.push(attempt)
    pending.raisedAt = elapsed()
    pending.isUnderpriced = false
    this.#offer(pending)
    return true
  }

  /** Uses up a nonce that no job will use, so that later ones can be mined. */
  async #fill(nonce: number): Promise<void> {
    const { maxFeePerGas, now, elapsed, policy, readFees } = this.#parts
    const { maxFee, tip } = await readFees()
    const attempt = await this.#storeEmpty(nonce, { maxFee: min(maxFee, maxFeePerGas), tip, gas: PLAIN_GAS })
    const pending = newPending(nonce, undefined, [attempt], { now: now(), elapsed: elapsed() })
    this.#pending.set(nonce, pending)
    policy.observe({ kind: 'gap_filled', nonce })
    this.#offer(pending)
  }

  /**
   * Signs and stores a transaction that only uses up a nonce.
   *
   * @param dead - Earlier transactions of the nonce that will never be mined.
   */
  async #storeEmpty(nonce: number, offer: Offer, dead: readonly Hash[] = []): Promise<Attempt> {
    const attempt = await signAttempt(this.#parts, nonce, this.#nothing(), offer, false)
    const row = rowOf(this.#parts, nonce, attempt, undefined)
    await storeReplacement(this.#lease.key(), row, this.#parts.policy, dead).catch((error: unknown) => {
      throw error instanceof ReservationRefused ? error.reason : error
    })
    return attempt
  }

  /** Broadcasts the newest bytes to every endpoint, and handles their answers. Never throws. */
  #offer(pending: PendingTransaction): void {
    const attempt = youngest(pending)
    if (!attempt) return
    pending.offeredAt = this.#parts.elapsed()
    const offering = this.#broadcast(pending, attempt)
      .catch((error) => {
        // Whether it is marked as sent matters only to a reader of the table.
        this.#parts.policy.observe({ kind: 'not_recorded', error: nameOf(error) })
      })
      .finally(() => this.#offering.delete(offering))
    this.#offering.add(offering)
  }

  async #broadcast(pending: PendingTransaction, attempt: Attempt): Promise<void> {
    const { chain, onStep, policy } = this.#parts
    const offer = async () => {
      await onStep?.('broadcasting', pending.jobId)
      return chain.broadcast(attempt.raw, {})
    }
    pending.offers++
    const answers = await offer().finally(() => pending.offers--)
    await onStep?.('broadcast', pending.jobId)
    if (answers.some((answer) => answer !== 'refused')) pending.maybeSent = true
    if (answers.some((answer) => answer === 'accepted' || answer === 'already_known'))
      return storeBroadcast(this.#lease.key(), attempt.hash, pending.jobId, policy)
    if (answers.includes('nonce_too_low')) {
      // The receipts of all transactions of this nonce decide.
      policy.observe({ kind: 'nonce_error', reason: 'nonce_too_low' })
    } else if (answers.includes('underpriced')) {
      // One of ours is in the pool with equal or higher fees: the next one must offer more.
      pending.isUnderpriced = true
    } else if (answers.includes('nonce_too_high')) {
      policy.observe({ kind: 'nonce_error', reason: 'nonce_too_high' })
      const lower = [...this.#pending.values()].filter(({ nonce }) => nonce < pending.nonce)
      for (const other of lower.sort(byNonce)) this.#offer(other)
    } else if (attempt.carries) {
      await this.#inLine(() => this.#withdraw(pending, attempt))
    }
  }

  /** Every endpoint has refused it without exception: it is dead, and its nonce is filled. */
  async #withdraw(pending: PendingTransaction, attempt: Attempt): Promise<void> {
    const { policy } = this.#parts
    const isOpen = pending.maybeSent || pending.offers > 0 || this.#pending.get(pending.nonce) !== pending
    if (this.#lease.isForeign || isOpen || youngest(pending) !== attempt) return
    const { jobId, nonce } = pending
    const dead = hashesOf(pending)
    const offer = { maxFee: attempt.maxFee, tip: attempt.tip, gas: PLAIN_GAS }
    // From now on it is not broadcast any more, for any reason.
    pending.attempts = []
    // After an error, the store knows how far it got.
    const empty = await this.#storeEmpty(nonce, offer, dead).catch((error: unknown) => {
      this.#lease.mustRecover = true
      throw error
    })
    pending.attempts = [empty]
    pending.jobId = undefined
    policy.observe({ kind: 'refused_everywhere', nonce })
    this.#offer(pending)
    // The transaction that fills the nonce must be paid for; this is its highest cost.
    const spent = toUnits(empty.gas * empty.maxFee, 'up')
    await this.#settle(jobId, { kind: 'refused', wouldCost: toUnits(attempt.gas * attempt.maxFee, 'up'), spent })
    await blank(this.#lease.key(), dead)
  }

  /** Runs after all work that was queued before; a failure does not stop the next. */
  #inLine<result>(work: () => Promise<result>): Promise<result> {
    const turn = this.#signing.then(work, work)
    this.#signing = turn.catch(() => {})
    return turn
  }

  #nothing(): Call {
    return { to: this.#parts.signer.address, data: '0x', value: 0n }
  }
}

const maxHoles = 1_000

const byNonce = (a: PendingTransaction, b: PendingTransaction) => a.nonce - b.nonce

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
