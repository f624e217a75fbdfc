import type { TransactionReceipt } from 'viem'
import type { Settlement } from '../../admission/Admission.js'
import { ENDS, type OperationRow } from '../../admission/operationRow.js'
import type { Call } from '../../sender/Call.js'
import { encodeOutcome, type Outcome, type OutcomeBody } from '../Outcome.js'
import type { Preflight } from '../operations/Planner.js'
import { planners } from '../operations/planners.js'
import type { RelayParts } from './RelayParts.js'

/** The operations that were admitted on a chain: reads them, makes the call of each, and records how it ends. */
export class Operations {
  readonly #parts: RelayParts
  /** Starts the next round of work; called when an operation ends, since another one may wait for that. */
  readonly #wake: () => void

  constructor(parts: RelayParts, wake: () => void) {
    this.#parts = parts
    this.#wake = wake
  }

  read(id: string): Promise<OperationRow | undefined> {
    return this.#parts.store.db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** Waiting operations, the oldest first. */
  readQueued(limit: number): Promise<readonly OperationRow[]> {
    return this.#queued().orderBy('created_at').orderBy('id').limit(limit).execute()
  }

  /** Operations that have waited since before this time, Unix milliseconds. */
  readQueuedBefore(time: number): Promise<readonly OperationRow[]> {
    return this.#queued().where('created_at', '<', time).execute()
  }

  /** Which of these keys belong to operations that have not ended. */
  async findOpen(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#parts.store.db
      .selectFrom('operations')
      .select('key')
      .where('key', 'in', keys)
      .where('current', '=', 1)
      .where('state', 'not in', ENDS)
      .execute()
    return new Set(rows.map(({ key }) => key))
  }

  #queued() {
    const { store, chain } = this.#parts
    return store.db.selectFrom('operations').selectAll().where('state', '=', 'queued').where('chain_id', '=', chain.id)
  }

  /** Checks whether an operation can still be carried out, before anything is signed for it. */
  preflight({ kind, content }: OperationRow): Promise<Preflight> {
    const planner = planners[kind]
    return planner.preflight(planner.parse(content ?? ''), this.#context())
  }

  /** The answer to the caller where the chain refuses the call although {@link preflight} passed. */
  async whyRefused({ kind }: OperationRow, call: Call): Promise<OutcomeBody | undefined> {
    return planners[kind].whyRefused?.(call, this.#context())
  }

  #context() {
    const { chain, signer, ownAddresses, admission } = this.#parts
    return { chain, relayer: signer.address, ownAddresses, findOperation: (key: string) => admission.find(key) }
  }

  /** The call that carries out an operation. */
  callOf({ kind, content }: OperationRow): Call {
    const planner = planners[kind]
    return planner.plan(planner.parse(content ?? ''), this.#parts.chain)
  }

  /**
   * Judges the receipt of an operation.
   *
   * @param spent - The relayer's cost, USDC base units.
   */
  async judge({ kind, content }: OperationRow, receipt: TransactionReceipt, spent: bigint): Promise<Settlement> {
    const planner = planners[kind]
    const { state, outcome } = await planner.interpret(planner.parse(content ?? ''), receipt, this.#parts.chain)
    return { state, outcome: encodeOutcome(outcome), units: 'charge', spent }
  }

  refuse(operation: OperationRow, outcome: Outcome): Promise<void> {
    return this.settle(operation, refusal(outcome))
  }

  async settle(operation: OperationRow, settlement: Settlement): Promise<void> {
    const { admission, metrics, onSettled, now } = this.#parts
    const { id, kind, created_at } = operation
    await admission.settle(id, settlement)
    metrics.count('relay_spend_usdc_total', { kind }, Number(settlement.spent) / 1e6)
    if (settlement.state === 'final' || settlement.state === 'failed')
      metrics.observe('relay_stage_duration_seconds', (now() - created_at) / 1000, { kind, stage: 'total' })
    if (settlement.spent > 0n) onSettled()
    this.#wake()
  }
}

/** An operation that had no effect, so nothing is charged. */
export function refusal(outcome: Outcome, spent = 0n): Settlement {
  return { state: 'refused', outcome: encodeOutcome(outcome), units: 'refund', spent }
}
