import { type Hash, hexToNumber, keccak256, type TransactionReceipt } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { Settlement } from '../../admission/Admission.js'
import type { OperationRow } from '../../admission/operationRow.js'
import type { BroadcastAnswer } from '../../chains/ServedChain.js'
import { acquireLease, findLease, type Lease, releaseLease, renewLease } from '../../store/lease.js'
import { LeaseLostError } from '../../store/StoreErrors.js'
import { encodeOutcome, type Outcome } from '../Outcome.js'
import type { Call } from '../operations/Planner.js'
import { planners } from '../operations/planners.js'
import type { RelayTrouble } from '../Relay.js'
import { blockBefore } from './blockBefore.js'
import { bump, bumpedToTheEnd, type Fees, MAX_BUMPS, min } from './fees.js'
import { findConsumer } from './findConsumer.js'
import { toUnits, toWei } from './money.js'
import { type Attempt, newSlot, type Slot, slotsOf, youngest } from './Slot.js'
import { laneOf } from './Sponsor.js'
import {
  blank,
  blankEnded,
  type Desk,
  type ForeignUse,
  isOurs,
  isStopped,
  loadDesk,
  loadUserOperations,
  NotQueuedError,
  storeBroadcast,
  storeDead,
  storeMined,
  storePrepared,
  storeReplacement,
  storeStop,
  storeUserOperation,
  storeUserOperationState,
  type TransactionRow,
  takeFromQueue,
} from './transactionRows.js'
import type { WriterParts } from './WriterParts.js'

/**
 * The one writer of a key on a chain: while it holds the lease, nobody else signs with that key.
 *
 * Everything it knows can be read again from the store. What happens to a nonce is decided by the chain alone: time only
 * makes it offer the same bytes again, or raise their fees.
 */
export class Writer {
  readonly #parts: WriterParts
  readonly #sender: string
  readonly #leaseName: string
  #lease: Lease | undefined
  #renewedAt = 0
  /** Another instance's lease, and whether it was seen to be prolonged: one that is not may be a dead process's. */
  #other: { lease: Lease; isAlive: boolean } | undefined
  #slots = new Map<number, Slot>()
  /** Operations between the queue and a nonce. */
  readonly #taken = new Set<string>()
  /** What the sponsor has, or may have. */
  #sponsored = new Map<string, Sponsored>()
  /** How often it has refused an operation. */
  readonly #refusals = new Map<string, number>()
  #lookedForSponsoredAt = 0
  /** Since when an operation could not be looked at, for lack of answers. */
  readonly #unansweredSince = new Map<string, number>()
  /** The next nonce to use, and what the store says of it: they differ when the key was used elsewhere before. */
  #nextNonce = 0
  #storedNonce = 0
  #mustLoad = true
  #isForeign = false
  /** What has to be stored of it. */
  #foreignUse: ForeignUse | undefined
  /** Since when no round has gone through. */
  #heldUpSince: number | undefined
  #isStopping = false
  /** One signature at a time, so that nonces go up in the order in which they are stored. */
  #signing: Promise<unknown> = Promise.resolve()
  readonly #offering = new Set<Promise<unknown>>()
  readonly #tasks = new Set<Promise<unknown>>()
  #rouse = () => {}
  #roused = false
  readonly #running: Promise<void>

  constructor(parts: WriterParts) {
    this.#parts = parts
    this.#sender = parts.signer.address.toLowerCase()
    this.#leaseName = `relay:${parts.chain.id}:${this.#sender}`
    this.#running = this.#run()
  }

  get trouble(): RelayTrouble | undefined {
    if (this.#isStopping) return 'stopped'
    if (this.#isForeign) return 'foreign_use'
    return this.#lease && this.#mustLoad ? 'recovering' : undefined
  }

  /** Whether what an earlier process has left is settled, by this instance or by one that is seen to live. */
  get isReady(): boolean {
    if (this.trouble !== undefined) return false
    if (this.#lease) return true
    return this.#other?.isAlive === true && this.#parts.now() < this.#other.lease.expiresAt
  }

  wake(): void {
    this.#roused = true
    this.#rouse()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { timing } = this.#parts
    while (!this.#isStopping) {
      try {
        if (await this.#holdLease()) await this.#work()
        else await this.#standBy()
        if (this.#heldUpSince !== undefined) this.#parts.log.info('the relay goes on', { chain: this.#parts.chain.id })
        this.#heldUpSince = undefined
      } catch (error) {
        if (error instanceof LeaseLostError) this.#dropLease()
        else await this.#hearOf(error)
      }
      await this.#sleep(this.#lease ? timing.pollMs : timing.standbyMs)
    }
    await Promise.allSettled(this.#tasks)
    await this.#signing.catch(() => {})
    await Promise.allSettled(this.#offering)
    const lease = this.#lease
    this.#dropLease()
    // The next holder waits for its end otherwise.
    if (lease) await releaseLease(this.#parts.store, lease).catch(() => {})
  }

  async #hearOf(error: unknown): Promise<void> {
    const { log, chain, now, timing } = this.#parts
    // Said once; the next word is that it goes on.
    if (this.#heldUpSince === undefined) log.warn('the relay is held up', { chain: chain.id, error: nameOf(error) })
    this.#heldUpSince ??= now()
    if (this.#lease && now() - this.#heldUpSince >= timing.answerMs) await this.#giveBackAll().catch(() => {})
  }

  async #sleep(ms: number): Promise<void> {
    if (!this.#roused && !this.#isStopping)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#rouse = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#roused = false
  }

  async #holdLease(): Promise<boolean> {
    const { store, holder, now, timing, log, chain } = this.#parts
    if (!this.#lease) {
      const lease = await acquireLease(store, this.#leaseName, holder, timing.leaseMs, now())
      if (!lease) return false
      this.#lease = lease
      this.#renewedAt = now()
      this.#mustLoad = true
      log.info('the relay sends from here', { chain: chain.id, fence: lease.fence })
    } else if (now() - this.#renewedAt > timing.leaseMs / 3) {
      const renewed = await renewLease(store, this.#lease, timing.leaseMs, now())
      if (!renewed) throw new LeaseLostError(this.#leaseName)
      this.#lease = renewed
      this.#renewedAt = now()
    }
    return true
  }

  async #standBy(): Promise<void> {
    await this.#heedStop()
    const lease = await findLease(this.#parts.store, this.#leaseName)
    const seen = this.#other
    const isSame = lease !== undefined && seen?.lease.fence === lease.fence
    this.#other = lease && { lease, isAlive: isSame && (seen.isAlive || lease.expiresAt > seen.lease.expiresAt) }
  }

  #dropLease(): void {
    if (this.#lease) this.#parts.log.warn('the relay does not send from here any more', { chain: this.#parts.chain.id })
    this.#lease = undefined
    this.#slots = new Map()
    this.#sponsored = new Map()
    this.#mustLoad = true
  }

  /** @throws `LeaseLostError` when somebody else may be writing. */
  #desk(): Desk {
    const { store, chain, now } = this.#parts
    if (!this.#lease) throw new LeaseLostError(this.#leaseName)
    return { store, lease: this.#lease, chainId: chain.id, sender: this.#sender, now }
  }

  /** Whoever holds the lease, and whoever did: a key that somebody else uses is left alone until the operator has looked. */
  async #heedStop(): Promise<void> {
    const { store, chain, log } = this.#parts
    const place = { store, chainId: chain.id, sender: this.#sender }
    if (this.#foreignUse !== undefined) await storeStop(place, this.#foreignUse)
    this.#foreignUse = undefined
    const isForeign = await isStopped(place)
    if (isForeign === this.#isForeign) return
    this.#isForeign = isForeign
    this.#mustLoad = true
    if (isForeign) log.error('the relay stands still: somebody else has sent with the relayer key', { chain: chain.id })
    else log.info('the relay may go on', { chain: chain.id })
  }

  async #work(): Promise<void> {
    await this.#heedStop()
    if (this.#mustLoad) await this.#recover()
    await this.#watch()
    await this.#watchSponsored()
    await this.#nudge()
    if (this.#isForeign) await this.#giveBackAll()
    else if (!this.#isStopping) await this.#takeFromQueue()
    this.#parts.metrics?.gauge('relay_jobs', this.#slots.size, { state: 'in_flight' })
  }

  /** Learns from store and chain what an earlier process, or this one before an error, has left. */
  async #recover(): Promise<void> {
    const { chain, signer, now, log } = this.#parts
    await this.#signing.catch(() => {})
    await Promise.allSettled(this.#offering)
    const count = await this.#countUsed()
    const { nextNonce, rows, settled, orphans } = await loadDesk(this.#desk(), count)
    this.#slots = slotsOf(rows, now())
    this.#sponsored = new Map()
    for (const [id, { hashes, since }] of await loadUserOperations(this.#desk()))
      this.#sponsored.set(id, { hashes, since, fromBlock: undefined, sentAt: now() })
    // A store that has never sent with a key takes it over as it is; any other knows of all nonces that were used here.
    const isUsedElsewhere = count > nextNonce && nextNonce > 0
    if (isUsedElsewhere) {
      const user = await findConsumer(chain, signer.address, nextNonce).catch(() => undefined)
      await this.#stopFor(nextNonce, { user, usedNonces: count })
    }
    this.#nextNonce = Math.max(nextNonce, count)
    this.#storedNonce = isUsedElsewhere ? count : nextNonce
    // Their transactions are dead or were never made: nothing of them can happen.
    for (const orphan of orphans) await this.#refuse(orphan, { problem: 'upstream_unavailable' })

    const unused = [...this.#slots.values()].filter((slot) => slot.nonce >= count)
    const holes = range(count, this.#nextNonce).filter((nonce) => !this.#slots.has(nonce) && !settled.has(nonce))
    if (holes.length > MAX_HOLES) throw new Error(`${holes.length} nonces of ${signer.address} are missing.`)
    for (const slot of unused.sort((a, b) => a.nonce - b.nonce)) this.#offer(slot)
    for (const nonce of this.#isForeign ? [] : holes) await this.#inLine(() => this.#fill(nonce))
    await blankEnded(this.#desk())
    this.#mustLoad = false
    log.info('the relay has recovered', { chain: chain.id, open: this.#slots.size, holes: holes.length })
  }

  async #countUsed(): Promise<number> {
    const { chain, signer } = this.#parts
    return hexToNumber(
      await chain.client.request({ method: 'eth_getTransactionCount', params: [signer.address, 'latest'] }),
    )
  }

  /** Settles what the chain has decided. One request while nothing is decided. */
  async #watch(): Promise<void> {
    if (this.#slots.size === 0) return
    const count = await this.#countUsed()
    const used = [...this.#slots.values()].filter((slot) => slot.nonce < count && !slot.busy)
    await Promise.all(used.map((slot) => this.#exclusively(slot, () => this.#settleUsed(slot))))
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
    if (await isOurs(this.#desk(), user)) this.#mustLoad = true
    else await this.#settleForeign(slot, user)
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
    await storeMined(this.#desk(), attempt.hash, receipt.blockNumber, others, slot.operationId)
    await onStep?.('mined', slot.operationId)
    if (slot.operationId !== undefined) {
      const operation = await this.#readOperation(slot.operationId)
      if (operation?.content != null) {
        const settlement = attempt.carries
          ? await this.#judge(operation, receipt, spentWei)
          : refusal({ problem: 'fee_ceiling' }, toUnits(spentWei, 'up'))
        await onStep?.('settling', slot.operationId)
        await this.#settle(operation, settlement)
      }
      metrics?.observe('relay_stage_duration_seconds', (now() - slot.createdAt) / 1000, {
        kind: operation?.kind ?? 'unknown',
        stage: 'broadcast_to_mined',
      })
    }
    await onStep?.('settled', slot.operationId)
    await this.#close(slot)
  }

  async #judge(operation: OperationRow, receipt: TransactionReceipt, spentWei: bigint): Promise<Settlement> {
    const { chain } = this.#parts
    const planner = planners[operation.kind]
    const content = planner.parse(operation.content ?? '')
    const { state, outcome } = await planner.interpret(content, receipt, chain)
    const value = receipt.status === 'success' ? planner.plan(content, chain).value : 0n
    const spent = toUnits(spentWei, 'up') + value
    return { state, outcome: encodeOutcome(outcome), units: 'charge', spent }
  }

  /** Somebody else has used a nonce: nothing more is signed, by nobody, until the operator has looked. */
  async #stopFor(nonce: number, use: ForeignUse): Promise<void> {
    const { log, metrics, chain } = this.#parts
    this.#isForeign = true
    this.#foreignUse = use
    log.error('somebody else sends with the relayer key; the relay has stopped', {
      chain: chain.id,
      nonce,
      txHash: use.user,
    })
    metrics?.count('relay_nonce_errors_total', { chain: String(chain.id), reason: 'foreign use' })
    await this.#heedStop()
  }

  /** Nothing of ours can happen at a nonce that somebody else has used. */
  async #settleForeign(slot: Slot, user: Hash): Promise<void> {
    await this.#stopFor(slot.nonce, { user, usedNonces: slot.nonce + 1 })
    await storeDead(
      this.#desk(),
      slot.attempts.map(({ hash }) => hash),
    )
    const operation = slot.operationId === undefined ? undefined : await this.#readOperation(slot.operationId)
    if (operation)
      await this.#settle(operation, { ...refusal({ problem: 'upstream_unavailable' }), state: 'superseded' })
    await this.#close(slot)
    // They may have used more than this one.
    this.#mustLoad = true
  }

  async #close(slot: Slot): Promise<void> {
    await blank(
      this.#desk(),
      slot.attempts.map(({ hash }) => hash),
    )
    this.#slots.delete(slot.nonce)
    this.wake()
  }

  /** Offers again what is not mined yet, raises its fees, and in the end gives its nonce up. */
  async #nudge(): Promise<void> {
    const { timing, now } = this.#parts
    const waiting = [...this.#slots.values()].filter((slot) => !slot.busy && slot.usedSince === undefined)
    for (const slot of waiting.sort((a, b) => a.nonce - b.nonce)) {
      const last = youngest(slot)
      if (!last) continue
      if (now() - slot.raisedAt >= timing.bumpMs && !this.#isForeign)
        await this.#exclusively(slot, () => this.#inLine(() => this.#raise(slot, last)))
      if (now() - slot.offeredAt >= timing.offerMs) this.#offer(slot)
    }
  }

  async #raise(slot: Slot, last: Attempt): Promise<void> {
    const { money, metrics, chain, timing, now } = this.#parts
    const operation = slot.operationId === undefined ? undefined : await this.#readOperation(slot.operationId)
    const raised = { maxFee: bump(last.maxFee), tip: bump(last.tip) }
    const bumps = slot.attempts.length - 1
    // One more step has to fit under the cap, for the transaction that gives the nonce up.
    const fits = last.carries ? bump(raised.maxFee) <= money.maxFeePerGas : raised.maxFee <= money.maxFeePerGas
    const isPaid = !last.carries || this.#fitsHold(operation, raised.maxFee, last.gas)
    if (bumps < MAX_BUMPS && fits && isPaid) {
      const call = last.carries && operation?.content != null ? this.#callOf(operation) : this.#nothing()
      await this.#replace(slot, call, { ...raised, gas: last.gas }, last.carries ? slot.operationId : undefined)
      metrics?.count('relay_resubmissions_total', { chain: String(chain.id), reason: 'slow' })
      return
    }
    slot.atCapSince ??= now()
    if (!last.carries || now() - slot.atCapSince < timing.giveUpMs) return
    const fees = { maxFee: min(raised.maxFee, money.maxFeePerGas), tip: raised.tip, gas: PLAIN_GAS }
    await this.#replace(slot, this.#nothing(), fees, undefined)
    metrics?.count('relay_resubmissions_total', { chain: String(chain.id), reason: 'given up' })
  }

  /** Whether what was held for an operation covers this fee. */
  #fitsHold(operation: OperationRow | undefined, maxFee: bigint, gas: bigint): boolean {
    if (!operation || operation.content === null) return false
    const cost = toUnits(gas * maxFee, 'up') + this.#callOf(operation).value
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
    await storeReplacement(this.#desk(), this.#rowOf(slot.nonce, attempt, operationId), dead)
    slot.attempts.push(attempt)
    slot.raisedAt = this.#parts.now()
    this.#offer(slot)
  }

  /** Takes the oldest that wait. Each is looked at on its own; nonces are given in the order in which they are ready. */
  async #takeFromQueue(): Promise<void> {
    const { store, chain } = this.#parts
    const room = MAX_IN_FLIGHT - this.#slots.size - this.#taken.size
    if (room <= 0) return
    const waiting = await store.db
      .selectFrom('operations')
      .selectAll()
      .where('state', '=', 'queued')
      .where('chain_id', '=', chain.id)
      .orderBy('created_at')
      .orderBy('id')
      .limit(MAX_IN_FLIGHT * 4)
      .execute()
    for (const operation of waiting.filter(({ id }) => !this.#taken.has(id)).slice(0, room)) {
      this.#taken.add(operation.id)
      const task = this.#carryOut(operation)
        .catch((error) => this.#fail(operation, error))
        .finally(() => {
          this.#taken.delete(operation.id)
          this.#tasks.delete(task)
        })
      this.#tasks.add(task)
    }
  }

  async #carryOut(operation: OperationRow): Promise<void> {
    const { chain, signer, ownAddresses, admission, onStep } = this.#parts
    const planner = planners[operation.kind]
    const content = planner.parse(operation.content ?? '')
    await onStep?.('held', operation.id)
    const preflight = await planner.preflight(content, {
      chain,
      relayer: signer.address,
      ownAddresses,
      findOperation: (key) => admission.find(key),
    })
    if ('wait' in preflight) return
    if ('outcome' in preflight) {
      const { outcome, units, state } = preflight
      return this.#settleUnsigned(operation, { state, outcome: encodeOutcome(outcome), units, spent: 0n })
    }
    const call = planner.plan(content, chain)
    if (operation.kind === 'claim' && (await this.#sponsorClaim(operation, call))) return
    const gas = await this.#estimate(call, planner.gasMax)
    if (gas === 'impossible')
      return this.#settleUnsigned(operation, refusal({ ...impossibleOf(operation.kind), impossible: true }))
    const fees = await this.#parts.readFees()
    const problem = this.#moneyProblem(operation, call, gas, fees)
    if (problem) return this.#settleUnsigned(operation, refusal({ problem }))
    await this.#inLine(() => this.#prepare(operation, call, gas, fees))
    this.#unansweredSince.delete(operation.id)
    this.wake()
  }

  /**
   * Has somebody else pay for a claim.
   *
   * @returns Whether the sponsor has it, or may have it; else the relayer pays.
   */
  async #sponsorClaim(operation: OperationRow, call: Call): Promise<boolean> {
    const { sponsor, onStep, now } = this.#parts
    const refusals = this.#refusals.get(operation.id) ?? 0
    if (refusals >= MAX_REFUSALS || this.#isForeign || this.#isStopping) return false
    const made = await this.#composeClaim(operation, call).catch(() => undefined)
    // Nothing was sent, so nothing can have been accepted.
    if (!made) return false
    await storeUserOperation(this.#desk(), made.hash, operation.id)
    await onStep?.('prepared', operation.id)
    this.#sponsored.set(operation.id, { hashes: [made.hash], since: now(), fromBlock: undefined, sentAt: now() })
    await onStep?.('broadcasting', operation.id)
    const answer = await sponsor.send(made)
    await onStep?.('broadcast', operation.id)
    if (answer !== 'refused') {
      await storeUserOperationState(this.#desk(), operation.id, made.hash, 'sent')
      return true
    }
    this.#sponsored.delete(operation.id)
    // The first operations of a new account each want to make it; only one does, and the others are right a moment later.
    const isFirst = made.userOperation.factory !== undefined
    this.#refusals.set(operation.id, isFirst ? refusals + 1 : MAX_REFUSALS)
    await storeUserOperationState(this.#desk(), operation.id, made.hash, 'dead')
    this.#parts.log.warn('the sponsor has refused a claim', { chain: this.#parts.chain.id })
    this.wake()
    return true
  }

  async #composeClaim(operation: OperationRow, call: Call) {
    const { chain, sponsor, readFees } = this.#parts
    const { transferId } = JSON.parse(operation.content ?? '') as { transferId: string }
    return sponsor.compose(call, laneOf(chain, BigInt(transferId)), await readFees())
  }

  /** Looks for what the sponsor has carried out, on the chain; makes what left no trace anew, in the same lane. */
  async #watchSponsored(): Promise<void> {
    const { sponsor, chain, now, timing, log } = this.#parts
    if (this.#sponsored.size === 0 || now() - this.#lookedForSponsoredAt < timing.pollMs) return
    this.#lookedForSponsoredAt = now()
    const head = BigInt(await chain.client.request({ method: 'eth_blockNumber' }))
    const range = BigInt(chain.deployment.logRangeBlocks)
    for (const [id, known] of this.#sponsored) {
      const first = known.fromBlock ?? (await blockBefore(chain, head, known.since))
      const last = first + range - 1n < head ? first + range - 1n : head
      const found = await sponsor.findTransaction(known.hashes, first, last)
      if (found) {
        await this.#settleSponsored(id, found).catch((error) => {
          if (error instanceof LeaseLostError) throw error
          log.warn('a sponsored claim could not be followed', { chain: chain.id, error: nameOf(error) })
        })
        continue
      }
      // Again a little of what was read: hosts differ in how far they are.
      known.fromBlock = last < head ? last + 1n : head > 20n ? head - 20n : 0n
      if (last === head && now() - known.sentAt >= timing.resendMs && !this.#isForeign) await this.#resend(id, known)
    }
  }

  async #settleSponsored(operationId: string, { txHash, hash }: { txHash: Hash; hash: Hash }): Promise<void> {
    const { chain, onStep } = this.#parts
    const receipt = await getTransactionReceipt(chain.client, { hash: txHash })
    await onStep?.('receipt', operationId)
    await storeUserOperationState(this.#desk(), operationId, hash, 'mined')
    await onStep?.('mined', operationId)
    const operation = await this.#readOperation(operationId)
    if (operation?.content != null) {
      const planner = planners[operation.kind]
      const { state, outcome } = await planner.interpret(planner.parse(operation.content), receipt, chain)
      await onStep?.('settling', operationId)
      // The sponsor has paid.
      await this.#settle(operation, { state, outcome: encodeOutcome(outcome), units: 'charge', spent: 0n })
    }
    this.#sponsored.delete(operationId)
    await onStep?.('settled', operationId)
  }

  /** The lane lets at most one of them happen. A claim that nobody can make any more is given back. */
  async #resend(operationId: string, known: Sponsored): Promise<void> {
    const { admission, chain, signer, ownAddresses, sponsor, now } = this.#parts
    known.sentAt = now()
    const operation = await this.#readOperation(operationId)
    if (operation?.content == null) return void this.#sponsored.delete(operationId)
    const planner = planners[operation.kind]
    const preflight = await planner.preflight(planner.parse(operation.content), {
      chain,
      relayer: signer.address,
      ownAddresses,
      findOperation: (key) => admission.find(key),
    })
    // Asked for once more afterwards: it may be this very claim that has ended the transfer.
    if ('outcome' in preflight) {
      const head = BigInt(await chain.client.request({ method: 'eth_blockNumber' }))
      const first = head > 100n ? head - 100n : 0n
      if (await sponsor.findTransaction(known.hashes, first, head)) return
      const { outcome } = preflight
      await this.#settle(operation, { state: 'failed', outcome: encodeOutcome(outcome), units: 'refund', spent: 0n })
      this.#sponsored.delete(operationId)
      return
    }
    const made = await this.#composeClaim(operation, this.#callOf(operation)).catch(() => undefined)
    if (!made) return
    await storeUserOperation(this.#desk(), made.hash, operationId)
    known.hashes.push(made.hash)
    await sponsor.send(made)
  }

  /** With a fifth to spare; the hard maximum of the kind holds. */
  async #estimate({ to, data, value }: Call, gasMax: bigint): Promise<bigint | 'impossible'> {
    const { chain, signer } = this.#parts
    const request = {
      from: signer.address,
      to,
      data,
      ...(value > 0n && { value: `0x${toWei(value).toString(16)}` as const }),
    }
    try {
      const estimate = BigInt(await chain.client.request({ method: 'eth_estimateGas', params: [request] }))
      const gas = (estimate * 6n) / 5n
      return estimate > gasMax ? 'impossible' : min(gas, gasMax)
    } catch (error) {
      if (isRevert(error)) return 'impossible'
      throw error
    }
  }

  #moneyProblem(operation: OperationRow, call: Call, gas: bigint, { maxFee }: Fees) {
    const { money, balance } = this.#parts
    const cost = toUnits(gas * maxFee, 'up') + call.value
    if (maxFee > money.maxFeePerGas || cost > money.maxTransactionCost || cost > BigInt(operation.held))
      return 'fee_ceiling' as const
    const known = balance()
    return known && known.available < cost ? ('relayer_depleted' as const) : undefined
  }

  async #prepare(operation: OperationRow, call: Call, gas: bigint, { maxFee, tip }: Fees): Promise<void> {
    const { onStep, metrics, now } = this.#parts
    if (this.#isForeign || this.#isStopping || this.#mustLoad) return
    const nonce = this.#nextNonce
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

  /** Uses up a nonce that nothing else will use, so that later ones can be mined. */
  async #fill(nonce: number): Promise<void> {
    const { money, now, chain, log } = this.#parts
    const { maxFee, tip } = await this.#parts.readFees()
    const fees = { maxFee: min(maxFee, money.maxFeePerGas), tip, gas: PLAIN_GAS }
    const attempt = await this.#sign(nonce, this.#nothing(), fees, false)
    await storeReplacement(this.#desk(), this.#rowOf(nonce, attempt, undefined))
    const slot = newSlot(nonce, undefined, [attempt], now())
    this.#slots.set(nonce, slot)
    log.warn('a gap is filled', { chain: chain.id, nonce })
    this.#offer(slot)
  }

  /** The nonce moves together with the row of its transaction, and only then. */
  async #take(nonce: number, attempt: Attempt, operationId: string): Promise<void> {
    try {
      await storePrepared(this.#desk(), this.#rowOf(nonce, attempt, operationId), this.#storedNonce)
    } catch (error) {
      // Whether it is stored may be open, so nothing is assumed: the store is read again.
      if (!(error instanceof NotQueuedError)) this.#mustLoad = true
      throw error
    }
    this.#nextNonce = nonce + 1
    this.#storedNonce = nonce + 1
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
      sender: this.#sender,
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
    await onStep?.('broadcasting', slot.operationId)
    const answers = await chain.broadcast(attempt.raw, {})
    await onStep?.('broadcast', slot.operationId)
    const count = (reason: BroadcastAnswer) =>
      metrics?.count('relay_nonce_errors_total', { chain: String(chain.id), reason })
    if (answers.some((answer) => answer !== 'refused')) slot.maybeSent = true
    if (answers.some((answer) => answer === 'accepted' || answer === 'already_known'))
      return storeBroadcast(this.#desk(), attempt.hash, slot.operationId)
    if (answers.includes('nonce_too_low')) {
      // The receipts of everything signed for this nonce decide.
      count('nonce_too_low')
      this.wake()
    } else if (answers.includes('underpriced')) {
      // One of ours is in the pool with the same fees or higher: the next one has to offer more.
      slot.raisedAt = 0
    } else if (answers.includes('nonce_too_high')) {
      count('nonce_too_high')
      const lower = [...this.#slots.values()].filter(({ nonce }) => nonce < slot.nonce)
      for (const other of lower.sort((a, b) => a.nonce - b.nonce)) this.#offer(other)
    } else if (!slot.maybeSent && attempt.carries) {
      await this.#inLine(() => this.#withdraw(slot, attempt))
    }
  }

  /** Every endpoint has refused it and none was left in doubt: it is dead, and its nonce gets another use. */
  async #withdraw(slot: Slot, attempt: Attempt): Promise<void> {
    const { chain, log } = this.#parts
    if (this.#isForeign || slot.maybeSent || youngest(slot) !== attempt || this.#slots.get(slot.nonce) !== slot) return
    const { operationId } = slot
    const fees = { maxFee: attempt.maxFee, tip: attempt.tip, gas: PLAIN_GAS }
    const filler = await this.#sign(slot.nonce, this.#nothing(), fees, false)
    await storeReplacement(this.#desk(), this.#rowOf(slot.nonce, filler, undefined), [attempt.hash])
    slot.attempts = [filler]
    slot.operationId = undefined
    log.warn('every endpoint has refused a transaction', { chain: chain.id, nonce: slot.nonce })
    this.#offer(slot)
    const operation = operationId === undefined ? undefined : await this.#readOperation(operationId)
    if (!operation) return
    const known = await this.#parts.refreshBalance().catch(() => undefined)
    const isShort = known !== undefined && known.available < toUnits(attempt.gas * attempt.maxFee, 'up')
    if (isShort) await this.#refuse(operation, { problem: 'relayer_depleted' })
    else if (operation.kind === 'gas') await this.#refuse(operation, { problem: 'recipient_not_eligible' })
    else await this.#refuse(operation, { problem: 'upstream_unavailable' })
    await blank(this.#desk(), [attempt.hash])
  }

  /** An operation that could not get as far as a signature. Asked again for a while, then given back. */
  async #fail(operation: OperationRow, error: unknown): Promise<void> {
    const { timing, now, log, chain } = this.#parts
    if (error instanceof NotQueuedError || this.#mustLoad) return
    const since = this.#unansweredSince.get(operation.id) ?? now()
    this.#unansweredSince.set(operation.id, since)
    log.warn('an operation is held up', { chain: chain.id, kind: operation.kind, error: nameOf(error) })
    if (now() - since < timing.answerMs) return
    this.#unansweredSince.delete(operation.id)
    await this.#giveBack(operation)
  }

  async #giveBack(operation: OperationRow): Promise<void> {
    const known = this.#parts.balance()
    const isShort = known !== undefined && known.available < BigInt(operation.held)
    const problem = isShort ? 'relayer_depleted' : 'upstream_unavailable'
    // The next round tries again.
    await this.#settleUnsigned(operation, refusal({ problem })).catch(() => {})
  }

  /** While nothing can be sent at all, nobody waits longer than for an answer of the chain. */
  async #giveBackAll(): Promise<void> {
    const { store, chain, now, timing } = this.#parts
    const waiting = await store.db
      .selectFrom('operations')
      .selectAll()
      .where('state', '=', 'queued')
      .where('chain_id', '=', chain.id)
      .where('created_at', '<', now() - timing.answerMs)
      .execute()
    for (const operation of waiting) if (!this.#taken.has(operation.id)) await this.#giveBack(operation)
  }

  /** Ends an operation that was never signed for, so that nobody can sign for it afterwards. */
  async #settleUnsigned(operation: OperationRow, settlement: Settlement): Promise<void> {
    await takeFromQueue(this.#desk(), operation.id)
    await this.#settle(operation, settlement)
  }

  #refuse(operation: OperationRow, outcome: Outcome): Promise<void> {
    return this.#settle(operation, refusal(outcome))
  }

  async #settle(operation: OperationRow, settlement: Settlement): Promise<void> {
    const { admission, metrics, onSettled } = this.#parts
    await admission.settle(operation.id, settlement)
    this.#refusals.delete(operation.id)
    metrics?.count('relay_spend_usdc_total', { kind: operation.kind }, Number(settlement.spent) / 1e6)
    if (settlement.spent > 0n) onSettled()
    // Another operation may have waited for this one.
    this.wake()
  }

  /** After everything that was put in line before; one that fails does not stop the next. */
  #inLine<result>(work: () => Promise<result>): Promise<result> {
    const turn = this.#signing.then(work, work)
    this.#signing = turn.catch(() => {})
    return turn
  }

  #callOf(operation: OperationRow): Call {
    const planner = planners[operation.kind]
    return planner.plan(planner.parse(operation.content ?? ''), this.#parts.chain)
  }

  #nothing(): Call {
    return { to: this.#parts.signer.address, data: '0x', value: 0n }
  }

  #readOperation(id: string): Promise<OperationRow | undefined> {
    return this.#parts.store.db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst()
  }
}

/** After which the relayer pays. */
const MAX_REFUSALS = 3

/** A claim that the sponsor has, or may have. */
type Sponsored = {
  hashes: Hash[]
  /** When the first of them was made, Unix milliseconds. */
  since: number
  /** Blocks before it are searched; undefined when nothing is. */
  fromBlock: bigint | undefined
  /** When the last of them was sent, or may have been, Unix milliseconds. */
  sentAt: number
}

/** Transactions of one key that wait for a block at once. */
const MAX_IN_FLIGHT = 16
const MAX_HOLES = 1_000
/** Gas of a payment without a call. */
const PLAIN_GAS = 21_000n

/** The most a kind of operation can cost, all its bumps included, wei. */
export const worstGasWei = (gasMax: bigint, fees: Fees, maxFeePerGas: bigint): bigint =>
  gasMax * min(bumpedToTheEnd(fees.maxFee), maxFeePerGas)

/** Nothing has happened, so nothing is charged. */
function refusal(outcome: Outcome, spent = 0n): Settlement {
  return { state: 'refused', outcome: encodeOutcome(outcome), units: 'refund', spent }
}

/** What a revert before anything was sent means. The planners have looked first, so it is a race or a foreign token. */
function impossibleOf(kind: OperationRow['kind']): Outcome {
  if (kind === 'claim') return { body: { ok: false, error: { kind: 'unavailable', reason: 'not_pending' } } }
  if (kind === 'gas') return { problem: 'recipient_not_eligible' }
  return { problem: 'invalid_request' }
}

/** A node that says "reverted" has judged the call; one that says nothing has not. */
function isRevert(error: unknown): boolean {
  for (
    let cause = error as { code?: unknown; message?: unknown; cause?: unknown } | undefined, depth = 0;
    cause && depth < 16;
    depth++
  ) {
    if (cause.code === 3 || /revert/i.test(String(cause.message ?? ''))) return true
    cause = cause.cause as typeof cause
  }
  return false
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
