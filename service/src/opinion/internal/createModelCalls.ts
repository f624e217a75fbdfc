import type { Advisory } from '@holdfast/sdk/risk'
import type { ModelPrice } from '../../config/Config.js'
import type { ServiceParts } from '../../ServiceParts.js'
import { nameOf } from '../../telemetry/nameOf.js'
import { askModel, MAX_OUTPUT_TOKENS, maxInputTokens } from './askModel.js'
import { type CallLimits, createCalls } from './calls.js'
import { costOf } from './costOf.js'
import type { Facts } from './Facts.js'
import type { OpenModel } from './openModel.js'
import { recordCall } from './recordCall.js'
import { writeAdvisory } from './writeAdvisory.js'

/** Calls the model within the day's budget: reserves the highest cost of a call, makes the call, records it. */
export function createModelCalls(parts: ModelCallParts, { limits, timeoutMs }: ModelCallOptions): ModelCalls {
  const { model, version, price, log, metrics, now, stopping } = parts
  const calls = createCalls(parts.store, limits)
  const recording = new Set<Promise<void>>()

  async function reserve(facts: Facts, network: string | undefined) {
    const reserved = costOf(price, { input: maxInputTokens(facts), output: MAX_OUTPUT_TOKENS })
    try {
      const started = await calls.start({ time: now(), version, network, reserved, ruleLevel: facts.ruleLevel })
      if (typeof started === 'string') return started
      const { used, call } = started
      metrics.gauge('model_budget_used_ratio', ratioOf(used.calls, limits.calls), { of: 'calls' })
      metrics.gauge('model_budget_used_ratio', ratioOf(used.costMicroUsd, limits.costMicroUsd), { of: 'cost' })
      return call
    } catch (error) {
      log.warn('no model call could be counted, so none was made', { error: nameOf(error) })
      return 'store'
    }
  }

  return {
    async run(facts, network, cancel) {
      const timeout = AbortSignal.timeout(timeoutMs)
      const call = await reserve(facts, network)
      if (typeof call === 'string') return call

      const startMs = performance.now()
      const called = await askModel(model, facts, { timeout, cancel: AbortSignal.any([cancel, stopping]) })
      const latencyMs = Math.round(performance.now() - startMs)
      const advisory = called.answer && writeAdvisory(called.answer, facts)

      // Not awaited: a slow store does not delay the answer.
      const recorded = recordCall(
        { ...called, call, advisory, latencyMs, ruleLevel: facts.ruleLevel },
        { ...parts, calls },
      )
      recording.add(recorded)
      void recorded.then(() => recording.delete(recorded))
      return { advisory, isGivenUp: called.outcome === 'cancelled' }
    },
    async recorded() {
      await Promise.all(recording)
    },
  }
}

type ModelCallParts = Pick<ServiceParts, 'store' | 'log' | 'metrics' | 'now' | 'stopping'> & {
  model: OpenModel
  /** Of the model and the instructions. */
  version: string
  price: ModelPrice
}

type ModelCallOptions = { limits: CallLimits; timeoutMs: number }

export type ModelCalls = {
  /** Never rejects. */
  run: (facts: Facts, network: string | undefined, cancel: AbortSignal) => Promise<CallResult>
  /** Resolves when every call that ended is stored. */
  recorded: () => Promise<void>
}

/** What a call returned, or why none was made: no budget, no share of the network left, or no store to count it in. */
export type CallResult = { advisory: Advisory | null; isGivenUp: boolean } | 'budget' | 'share' | 'store'

function ratioOf(used: number, limit: number): number {
  return limit > 0 ? used / limit : 1
}
