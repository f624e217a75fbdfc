import { type Hash, hexToNumber, keccak256, type TransactionReceipt } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { OperationRow } from '../../admission/operationRow.js'
import type { BroadcastAnswer } from '../../chains/ServedChain.js'
import { LeaseLostError } from '../../store/StoreErrors.js'
import { nameOf } from '../../telemetry/nameOf.js'
import type { Outcome } from '../Outcome.js'
import type { Call } from '../operations/Planner.js'
import { NotQueuedError } from './Desk.js'
import { bump, type Fees, MAX_BUMPS, max, min } from './fees.js'
import { findConsumer } from './findConsumer.js'
import { toUnits, toWei } from './money.js'
import { refusal } from './Operations.js'
import { type Attempt, attemptOf, newSlot, type Slot, slotsOf, youngest } from './Slot.js'
import {
  blank,
  blankEnded,
  findOurs,
  loadDesk,
  storeBroadcast,
  storeDead,
  storeMined,
  storePrepared,
  storeReplacement,
  type TransactionRow,
} from './transactionRows.js'
import type { Workplace } from './Workplace.js'

/**
 * The nonces of the key that are taken and not settled.
 *
 * What happens to a nonce is decided by the chain alone: time only makes it offer the same bytes again, or raise their fees.
 */
export class Nonces {
  readonly #parts: Workplace['parts']
  readonly #tenure: Workplace['tenure']
  readonly #operations: Workplace['operations']
  readonly #wake: Workplace['wake']
  #slots = new Map<number, Slot>()
  /** The next nonce to use, and what the store says of it: they differ when the key was used elsewhere before. */
  #next = 0
  #stored = 0
  /** One signature at a time, so that nonces go up in the order in which they are stored. */
  #signing: Promise<unknown> = Promise.resolve()
  readonly #offering = new Set<Promise<unknown>>()

  constructor({ parts, tenure, operations, wake }: Workplace) {
    this.#parts = parts
    this.#tenure = tenure
    this.#operations = operations
    this.#wake = wake
  }

  /** How many wait for a block. */
  get size(): number {
    return this.#slots.size
  }

  /** Until nothing is being signed or offered. */
  async idle(): Promise<void> {
    await this.#signing.catch(() => {})
    await Promise.allSettled(this.#offering)
  }

  /** Knows of none until it recovers. */
  clear(): void {
    this.#slots = new Map()
  }

  /** Learns from store and chain what an earlier process, or this one before an error, has left. */
  async recover(): Promise<void> {
    const { chain, signer, now, log } = this.#parts
    await this.idle()
    const count = await this.#countUsed()
    const { nextNonce, rows, settled, orphans } = await loadDesk(this.#tenure.desk(), count)
    this.#slots = slotsOf(rows, now())
    // A store that has never sent with a key takes it over as it is; any other knows of all nonces that were used here.
    const isUsedElsewhere = count > nextNonce && nextNonce > 0
    if (isUsedElsewhere) {
      const user = await findConsumer(chain, signer.address, nextNonce).catch(() => undefined)
      await this.#tenure.stopFor(nextNonce, { user, usedNonces: count })
    }
    this.#next = Math.max(nextNonce, count)
    this.#stored = isUsedElsewhere ? count : nextNonce
    // Their transactions are dead or were never made: nothing of them can happen.
    for (const orphan of orphans) await this.#operations.refuse(orphan, { problem: 'upstream_unavailable' })

    const unused = [...this.#slots.values()].filter((slot) => slot.nonce >= count)
    const holes = range(count, this.#next).filter((nonce) => !this.#slots.has(nonce) && !settled.has(nonce))
    if (holes.length > MAX_HOLES) throw new Error(`${holes.length} nonces of ${signer.address} are missing.`)
    for (const slot of unused.sort((a, b) => a.nonce - b.nonce)) this.#offer(slot)
    for (const nonce of this.#tenure.isForeign ? [] : holes) await this.#inLine(() => this.#fill(nonce))
    await blankEnded(this.#tenure.desk())
    this.#tenure.mustLoad = false
    log.info('the relay has recovered', { chain: chain.id, open: this.#slots.size, holes: holes.length })
  }

  /** Settles what the chain has decided. One request while nothing is decided. */
  async watch(): Promise<void> {
    if (this.#slots.size === 0) return
    const count = await this.#countUsed()
    const used = [...this.#slots.values()].filter((slot) => slot.nonce < count && !slot.busy)
    await Promise.all(used.map((slot) => this.#exclusively(slot, () => this.#settleUsed(slot))))
  }

  /** Offers again what is not mined yet, raises its fees, and in the end gives its nonce up. */
  async nudge(): Promise<void> {
    const { timing, now } = this.#parts
    const waiting = [...this.#slots.values()].filter((slot) => !slot.busy && slot.usedSince === undefined)
    for (const slot of waiting.sort((a, b) => a.nonce - b.nonce)) {
      const last = youngest(slot)
      if (!last) continue
      if (now() - slot.raisedAt >= timing.bumpMs && !this.#tenure.isForeign)
        await this.#exclusively(slot, () => this.#inLine(() => this.#raise(slot, last)))
      if (now() - slot.offeredAt >= timing.offerMs) this.#offer(slot)
    }
  }

  /** Gives the next nonce to an operation, signs its call and sends it; does nothing while nothing may be signed. */
  prepare(operation: OperationRow, call: Call, gas: bigint, fees: Fees): Promise<void> {
    return this.#inLine(() => this.#prepare(operation, call, gas, fees))
  }

  async #prepare(operation: OperationRow, call: Call, gas: bigint, { maxFee, tip }: Fees): Promise<void> {
    const { onStep, metrics, now } = this.#parts
    if (!this.#tenure.maySign) return
    const nonce = this.#next
    const attempt = await this.#sign(nonce, call, { maxFee, tip, gas }, true)
    await onStep?.('signed', operation.id)
    await this.#take(nonce, attempt, operation.id)
    await onStep?.('prepared', operation.id)
    const slot = newSlot(nonce, operation.id, [attempt], now())
    this.#slots.set(nonce, slot)
    this.#offer(slot)
    metrics?.observe('relay_stage_duration_seconds', (now() - operation.created_at) / 1000, {
      kind: operation.kind,
      stage: 'accept_to_broadcast',
    })
  }

  async #countUsed(): Promise<number> {
    const { chain, signer } = this.#parts
    return hexToNumber(
      await chain.client.request({ method: 'eth_getTransactionCount', params: [signer.address, 'latest'] }),
    )
  }

  async #exclusively(slot: Slot, work: () => Promise<void>): Promise<void> {
    const { log, chain } = this.#parts
    slot.busy = true
    try {
      await work()
    } catch (error) {
      if (error instanceof LeaseLostError) throw error
      log.warn('a transaction could not be followed', { chain: chain.id, nonce: slot.nonce, error: nameOf(error) })
    } finally {
      slot.busy = false
    }
  }

  async #settleUsed(slot: Slot): Promise<void> {
    const { timing, now } = this.#parts
    const found = await this.#findReceipt(slot)
    if (found) return this.#settleMined(slot, found.attempt, found.receipt)
    slot.usedSince ??= now()
    // Receipts may be late. What used the nonce is looked for in the blocks, never guessed from the time.
    if (now() - slot.usedSince < timing.lateReceiptMs || now() - slot.lookedForUserAt < timing.lateReceiptMs) return
    slot.lookedForUserAt = now()
    const user = await findConsumer(this.#parts.chain, this.#parts.signer.address, slot.nonce)
    if (user === undefined || slot.attempts.some(({ hash }) => hash === user)) return
    const ours = await findOurs(this.#tenure.desk(), user)
    if (!ours) return this.#settleForeign(slot, user)
    if (ours.state !== 'dead') {
      this.#tenure.mustLoad = true
      return
    }
    // Its receipt is found with the others' from now on.
    this.#parts.log.error('a transaction that every endpoint had refused was mined', {
      nonce: slot.nonce,
      txHash: user,
    })
    slot.attempts.unshift(attemptOf(ours))
  }

  async #findReceipt(slot: Slot): Promise<{ attempt: Attempt; receipt: TransactionReceipt } | undefined> {
    const { chain } = this.#parts
    for (const attempt of slot.attempts.toReversed()) {
      // The first endpoint that has it decides: another one may be behind.
      for (const endpoint of [chain.client, ...(slot.usedSince === undefined ? [] : chain.endpoints)]) {
        const receipt = await getTransactionReceipt(endpoint, { hash: attempt.hash }).catch((error: unknown) => {
          if (nameOf(error) === 'TransactionReceiptNotFoundError' || endpoint !== chain.client) return undefined
          throw error
        })
        if (receipt) return { attempt, receipt }
      }
    }
    return undefined
  }

  async #settleMined(slot: Slot, attempt: Attempt, receipt: TransactionReceipt): Promise<void> {
    const { onStep, metrics, now } = this.#parts
    const others = slot.attempts.filter(({ hash }) => hash !== attempt.hash).map(({ hash }) => hash)
    const spentWei = receipt.gasUsed * receipt.effectiveGasPrice
    await onStep?.('receipt', slot.operationId)
    await storeMined(this.#tenure.desk(), attempt.hash, receipt.blockNumber, others, slot.operationId)
    await onStep?.('mined', slot.operationId)
    if (slot.operationId !== undefined) {
      const operation = await this.#operations.read(slot.operationId)
      if (operation?.content != null) {
        const settlement = attempt.carries
          ? await this.#operations.judge(
              operation,
              receipt,
              toUnits(spentWei, 'up') + this.#valueIn(operation, receipt),
            )
          : refusal({ problem: 'fee_ceiling' }, toUnits(spentWei, 'up'))
        await onStep?.('settling', slot.operationId)
        await this.#operations.settle(operation, settlement)
      }
      metrics?.observe('relay_stage_duration_seconds', (now() - slot.createdAt) / 1000, {
        kind: operation?.kind ?? 'unknown',
        stage: 'broadcast_to_mined',
      })
    }
    await onStep?.('settled', slot.operationId)
    await this.#close(slot)
  }

  /** What went along with a call that was carried out. */
  #valueIn(operation: OperationRow, { status }: TransactionReceipt): bigint {
    return status === 'success' ? this.#operations.callOf(operation).value : 0n
  }

  /** Nothing of ours can happen at a nonce that somebody else has used. */
  async #settleForeign(slot: Slot, user: Hash): Promise<void> {
    await this.#tenure.stopFor(slot.nonce, { user, usedNonces: slot.nonce + 1 })
    await storeDead(
      this.#tenure.desk(),
      slot.attempts.map(({ hash }) => hash),
    )
    const operation = slot.operationId === undefined ? undefined : await this.#operations.read(slot.operationId)
    if (operation)
      await this.#operations.settle(operation, { ...refusal({ problem: 'upstream_unavailable' }), state: 'superseded' })
    await this.#close(slot)
    // They may have used more than this one.
    this.#tenure.mustLoad = true
  }

  async #close(slot: Slot): Promise<void> {
    await blank(
      this.#tenure.desk(),
      slot.attempts.map(({ hash }) => hash),
    )
    this.#slots.delete(slot.nonce)
    this.#wake()
  }

  async #raise(slot: Slot, last: Attempt): Promise<void> {
    const { money, metrics, chain, timing, now, readFees } = this.#parts
    const operation = slot.operationId === undefined ? undefined : await this.#operations.read(slot.operationId)
    const raised = { maxFee: bump(last.maxFee), tip: bump(last.tip) }
    const mayBump = slot.attempts.length - 1 < MAX_BUMPS
    const count = (reason: string) => metrics?.count('relay_resubmissions_total', { chain: String(chain.id), reason })
    if (last.carries) {
      // One more step has to fit under the cap, for the transaction that gives the nonce up.
      const fits = bump(raised.maxFee) <= money.maxFeePerGas && this.#fitsHold(operation, raised.maxFee, last.gas)
      if (operation && mayBump && fits) {
        await this.#replace(slot, this.#operations.callOf(operation), { ...raised, gas: last.gas }, slot.operationId)
        return count('slow')
      }
      slot.atCapSince ??= now()
      if (now() - slot.atCapSince < timing.giveUpMs) return
    }
    // Only the nonce matters any more, to all that come after it: at the fees of the moment, which may be far ahead.
    const current = await readFees()
    const cap = min(money.maxFeePerGas, operation ? toWei(BigInt(operation.held)) / PLAIN_GAS : money.maxFeePerGas)
    const wanted = max(last.carries || mayBump ? raised.maxFee : 0n, current.maxFee)
    const fees = { maxFee: min(wanted, cap), tip: max(raised.tip, current.tip), gas: PLAIN_GAS }
    if (!last.carries && fees.maxFee < raised.maxFee) return
    await this.#replace(slot, this.#nothing(), fees, undefined)
    count(last.carries ? 'given up' : 'slow')
  }

  /** Whether what was held for an operation covers this fee. */
  #fitsHold(operation: OperationRow | undefined, maxFee: bigint, gas: bigint): boolean {
    if (!operation || operation.content === null) return false
    const cost = toUnits(gas * maxFee, 'up') + this.#operations.callOf(operation).value
    return cost <= BigInt(operation.held) && cost <= this.#parts.money.maxTransactionCost
  }

  async #replace(
    slot: Slot,
    call: Call,
    fees: { maxFee: bigint; tip: bigint; gas: bigint },
    operationId: string | undefined,
    dead: readonly Hash[] = [],
  ): Promise<void> {
    const attempt = await this.#sign(slot.nonce, call, fees, operationId !== undefined)
    await storeReplacement(this.#tenure.desk(), this.#rowOf(slot.nonce, attempt, operationId), dead)
    slot.attempts.push(attempt)
    slot.raisedAt = this.#parts.now()
    this.#offer(slot)
  }

  /** Uses up a nonce that nothing else will use, so that later ones can be mined. */
  async #fill(nonce: number): Promise<void> {
    const { money, now, chain, log } = this.#parts
    const { maxFee, tip } = await this.#parts.readFees()
    const fees = { maxFee: min(maxFee, money.maxFeePerGas), tip, gas: PLAIN_GAS }
    const attempt = await this.#sign(nonce, this.#nothing(), fees, false)
    await storeReplacement(this.#tenure.desk(), this.#rowOf(nonce, attempt, undefined))
    const slot = newSlot(nonce, undefined, [attempt], now())
    this.#slots.set(nonce, slot)
    log.warn('a gap is filled', { chain: chain.id, nonce })
    this.#offer(slot)
  }

  /** The nonce moves together with the row of its transaction, and only then. */
  async #take(nonce: number, attempt: Attempt, operationId: string): Promise<void> {
    try {
      await storePrepared(this.#tenure.desk(), this.#rowOf(nonce, attempt, operationId), this.#stored)
    } catch (error) {
      // Whether it is stored may be open, so nothing is assumed: the store is read again.
      if (!(error instanceof NotQueuedError)) this.#tenure.mustLoad = true
      throw error
    }
    this.#next = nonce + 1
    this.#stored = nonce + 1
  }

  async #sign(
    nonce: number,
    { to, data, value }: Call,
    { maxFee, tip, gas }: { maxFee: bigint; tip: bigint; gas: bigint },
    carries: boolean,
  ): Promise<Attempt> {
    const { chain, signer } = this.#parts
    const raw = await signer.signTransaction({
      type: 'eip1559',
      chainId: chain.id,
      nonce,
      to,
      data,
      value: toWei(value),
      gas,
      maxFeePerGas: maxFee,
      maxPriorityFeePerGas: min(tip, maxFee),
    })
    return { hash: keccak256(raw), raw, gas, maxFee, tip, carries }
  }

  #rowOf(nonce: number, { hash, raw, gas, maxFee, tip }: Attempt, operationId: string | undefined): TransactionRow {
    const { chain, now } = this.#parts
    return {
      hash,
      chain_id: chain.id,
      sender: this.#tenure.sender,
      nonce,
      operation_id: operationId ?? null,
      raw,
      gas: Number(gas),
      max_fee_wei: String(maxFee),
      tip_wei: String(tip),
      state: 'prepared',
      block_number: null,
      created_at: now(),
      updated_at: now(),
    }
  }

  /** Offers the youngest bytes of a slot to every endpoint, and acts on what they say. Never throws. */
  #offer(slot: Slot): void {
    const attempt = youngest(slot)
    if (!attempt) return
    slot.offeredAt = this.#parts.now()
    const offering = this.#broadcast(slot, attempt)
      .catch((error) => {
        // Whether it is marked as sent matters to nobody but a reader of the table.
        this.#parts.log.debug('a broadcast was not noted', { error: nameOf(error) })
      })
      .finally(() => this.#offering.delete(offering))
    this.#offering.add(offering)
  }

  async #broadcast(slot: Slot, attempt: Attempt): Promise<void> {
    const { chain, onStep, metrics } = this.#parts
    const offer = async () => {
      await onStep?.('broadcasting', slot.operationId)
      return chain.broadcast(attempt.raw, {})
    }
    slot.offers++
    const answers = await offer().finally(() => slot.offers--)
    await onStep?.('broadcast', slot.operationId)
    const count = (reason: BroadcastAnswer) =>
      metrics?.count('relay_nonce_errors_total', { chain: String(chain.id), reason })
    if (answers.some((answer) => answer !== 'refused')) slot.maybeSent = true
    if (answers.some((answer) => answer === 'accepted' || answer === 'already_known'))
      return storeBroadcast(this.#tenure.desk(), attempt.hash, slot.operationId)
    if (answers.includes('nonce_too_low')) {
      // The receipts of everything signed for this nonce decide.
      count('nonce_too_low')
      this.#wake()
    } else if (answers.includes('underpriced')) {
      // One of ours is in the pool with the same fees or higher: the next one has to offer more.
      slot.raisedAt = 0
    } else if (answers.includes('nonce_too_high')) {
      count('nonce_too_high')
      const lower = [...this.#slots.values()].filter(({ nonce }) => nonce < slot.nonce)
      for (const other of lower.sort((a, b) => a.nonce - b.nonce)) this.#offer(other)
    } else if (attempt.carries) {
      await this.#inLine(() => this.#withdraw(slot, attempt))
    }
  }

  /** Every endpoint has refused it and none was left in doubt: it is dead, and its nonce gets another use. */
  async #withdraw(slot: Slot, attempt: Attempt): Promise<void> {
    const { chain, log } = this.#parts
    const isOpen = slot.maybeSent || slot.offers > 0
    if (this.#tenure.isForeign || isOpen || youngest(slot) !== attempt || this.#slots.get(slot.nonce) !== slot) return
    const { operationId } = slot
    const fees = { maxFee: attempt.maxFee, tip: attempt.tip, gas: PLAIN_GAS }
    const dead = slot.attempts.map(({ hash }) => hash)
    // From here on nobody offers it any more, not even for another one's sake.
    slot.attempts = []
    // How far it got the store knows, where it goes wrong.
    const filler = await this.#fillerFor(slot.nonce, fees, dead).catch((error: unknown) => {
      this.#tenure.mustLoad = true
      throw error
    })
    slot.attempts = [filler]
    slot.operationId = undefined
    log.warn('every endpoint has refused a transaction', { chain: chain.id, nonce: slot.nonce })
    this.#offer(slot)
    const operation = operationId === undefined ? undefined : await this.#operations.read(operationId)
    if (!operation) return
    const known = await this.#parts.refreshBalance().catch(() => undefined)
    const isShort = known !== undefined && known.available < toUnits(attempt.gas * attempt.maxFee, 'up')
    const outcome: Outcome = isShort
      ? { problem: 'relayer_depleted' }
      : operation.kind === 'gas'
        ? { problem: 'recipient_not_eligible', impossible: true }
        : { problem: 'upstream_unavailable' }
    // What takes its nonce has to be paid for, so at most that much was spent on it.
    await this.#operations.settle(operation, refusal(outcome, toUnits(filler.gas * filler.maxFee, 'up')))
    await blank(this.#tenure.desk(), dead)
  }

  async #fillerFor(nonce: number, fees: { maxFee: bigint; tip: bigint; gas: bigint }, dead: readonly Hash[]) {
    const filler = await this.#sign(nonce, this.#nothing(), fees, false)
    await storeReplacement(this.#tenure.desk(), this.#rowOf(nonce, filler, undefined), dead)
    return filler
  }

  /** After everything that was put in line before; one that fails does not stop the next. */
  #inLine<result>(work: () => Promise<result>): Promise<result> {
    const turn = this.#signing.then(work, work)
    this.#signing = turn.catch(() => {})
    return turn
  }

  #nothing(): Call {
    return { to: this.#parts.signer.address, data: '0x', value: 0n }
  }
}

const MAX_HOLES = 1_000
/** Gas of a payment without a call. */
const PLAIN_GAS = 21_000n

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
