import { randomUUID } from 'node:crypto'
import type { RiskLevel } from '@holdfast/sdk/risk'
import { sql } from 'kysely'
import { networkBlocks } from '../../config/networkBlocks.js'
import type { Queries, Store } from '../../store/Store.js'
import type { ModelOutcome, Tokens } from './askModel.js'

/**
 * The model calls and the rest of the day's budget: in the store, so that they hold across restarts and instances.
 *
 * A call is counted with its highest cost before it is made; the real cost replaces that when it is known. A call that
 * a crash interrupts stays counted at its highest cost.
 */
export function createCalls(store: Store, limits: CallLimits): Calls {
  let purgedDay: number | undefined

  async function purge(day: number): Promise<void> {
    if (purgedDay === day) return
    purgedDay = day
    await store.db
      .deleteFrom('model_calls')
      .where('time', '<', (day - keptDays) * dayMs)
      .execute()
  }

  return {
    async start({ time, version, network, reserved, ruleLevel }) {
      const day = Math.floor(time / dayMs)
      const id = randomUUID()
      await purge(day)
      try {
        const used = await store.transaction(
          async (tx) => {
            // Always in this order: two transactions then never deadlock.
            const calls = await take(tx, day, callsScope, 1, limits.calls, 'budget')
            const cost = await take(tx, day, costScope, reserved, limits.costMicroUsd, 'budget')
            for (const { kind, name, shares } of network === undefined ? [] : networkBlocks(network))
              await take(tx, day, `model-${kind}:${name}`, 1, limits.callsOfNetwork * shares, 'share')
            await tx
              .insertInto('model_calls')
              .values({
                id,
                time,
                version,
                tokens_in: 0,
                tokens_out: 0,
                cost_micro_usd: reserved,
                latency_ms: 0,
                outcome: 'started',
                rule_level: ruleLevel,
                model_level: null,
                level: ruleLevel,
              })
              .execute()
            return { calls, costMicroUsd: cost }
          },
          // The row that the decision depends on is locked by the statement that takes it.
          { isolation: 'read committed' },
        )
        return { call: { id, day, reserved }, used }
      } catch (error) {
        if (error instanceof UsedUp) return error.refusal
        throw error
      }
    },

    async end({ id, day, reserved }, { tokens, costMicroUsd, latencyMs, outcome, modelLevel, level }) {
      await store.transaction(
        async (tx) => {
          await tx
            .updateTable('quotas')
            .set({ used: sql<number>`used + ${costMicroUsd - reserved}` })
            .where('day', '=', day)
            .where('scope', '=', costScope)
            .execute()
          await tx
            .updateTable('model_calls')
            .set({
              tokens_in: tokens.input,
              tokens_out: tokens.output,
              cost_micro_usd: costMicroUsd,
              latency_ms: latencyMs,
              outcome,
              model_level: modelLevel,
              level,
            })
            .where('id', '=', id)
            .execute()
        },
        { isolation: 'read committed' },
      )
    },
  }
}

/** The ledger of calls, and the day's budget. */
export type Calls = {
  /**
   * Counts a call, or returns what is used up: the day's budget, or the share of the caller's network.
   *
   * @throws `StoreUnavailableError`
   */
  start: (call: {
    time: number
    version: string
    network: string | undefined
    /** Its highest cost, in micro-USD. */
    reserved: number
    ruleLevel: RiskLevel
  }) => Promise<{ call: StartedCall; used: { calls: number; costMicroUsd: number } } | 'budget' | 'share'>
  /** @throws `StoreUnavailableError` */
  end: (
    call: StartedCall,
    result: {
      tokens: Tokens
      costMicroUsd: number
      latencyMs: number
      outcome: ModelOutcome
      modelLevel: RiskLevel | null
      level: RiskLevel
    },
  ) => Promise<void>
}

/** A call that is counted and has not ended. */
export type StartedCall = { id: string; day: number; reserved: number }

/** Limits of a UTC day. */
export type CallLimits = { calls: number; costMicroUsd: number; callsOfNetwork: number }

const dayMs = 86_400_000
/** Calls are kept this long, for an operator who checks their cost. */
const keptDays = 90

const callsScope = 'model'
const costScope = 'model-cost'

class UsedUp extends Error {
  constructor(readonly refusal: 'budget' | 'share') {
    super(refusal)
  }
}

/** @returns The used amount of the scope, including this one. */
async function take(
  tx: Queries,
  day: number,
  scope: string,
  amount: number,
  limit: number,
  refusal: 'budget' | 'share',
): Promise<number> {
  // The statement accepts the first amount of a day without a check.
  if (amount > limit) throw new UsedUp(refusal)
  const { rows } = await sql<{ used: number }>`
    insert into quotas (day, scope, used, held) values (${day}, ${scope}, ${amount}, 0)
    on conflict (day, scope) do update set used = quotas.used + excluded.used
    where quotas.used + quotas.held + excluded.used <= ${limit}
    returning used`.execute(tx)
  const used = rows[0]?.used
  if (used === undefined) throw new UsedUp(refusal)
  return used
}
