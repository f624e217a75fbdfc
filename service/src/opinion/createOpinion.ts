import { createHash } from 'node:crypto'
import { type Advisory, clampVerdict } from '@holdfast/sdk/risk'
import type { ModelSettings } from '../config/Config.js'
import type { ServiceParts } from '../parts/ServiceParts.js'
import { nameOf } from '../telemetry/nameOf.js'
import { createAnswerCache } from './internal/answerCache.js'
import { askModel, MAX_OUTPUT_TOKENS, type ModelCall, maxInputTokens } from './internal/askModel.js'
import { createCalls, type StartedCall } from './internal/calls.js'
import { costOf } from './internal/costOf.js'
import type { Facts } from './internal/Facts.js'
import { INSTRUCTIONS_VERSION } from './internal/instructions.js'
import { openModel } from './internal/openModel.js'
import { screenFacts } from './internal/screenFacts.js'
import { writeAdvisory } from './internal/writeAdvisory.js'
import type { Opinion, OpinionAnswer } from './Opinion.js'

/**
 * Creates the second opinion of a language model.
 *
 * The model sees facts we computed and nothing else, and answers in a closed vocabulary, whose words are ours. What it can
 * do is make a verdict stricter. It is asked at most once for the same facts in ten minutes, within a budget of calls and
 * of money a day, with a share for each network.
 *
 * @throws `TypeError` when the settings name no host that a key can be sent to.
 * @example
 * const opinion = createOpinion(parts, config.model)
 * const { deep, advisory } = await opinion.ask({ chainId, sender, target, report, dossier, network, signal })
 */
export function createOpinion(
  parts: createOpinion.Parts,
  settings: ModelSettings,
  options: createOpinion.Options = {},
): Opinion {
  const { timeoutMs = 8_000, maxAtOnce = 4, callsPerNetworkPerDay = 50 } = options
  const { log, metrics, now, stopping } = parts
  const { price } = settings
  const model = openModel(settings)
  const version = `${settings.provider}/${settings.model}#${INSTRUCTIONS_VERSION}`
  const limits = {
    calls: settings.maxCallsPerDay,
    costMicroUsd: settings.maxCostMicroUsdPerDay,
    callsOfNetwork: callsPerNetworkPerDay,
  }
  const calls = createCalls(parts.store, limits)
  const cache = createAnswerCache<Advisory | null>({ maxEntries: options.maxCached ?? 5_000, now })
  const flights = new Map<string, Flight>()
  const running = new Set<Flight>()
  const writing = new Set<Promise<void>>()
  // The library prints what a provider does not support; our log is the one place to print to.
  globalThis.AI_SDK_LOG_WARNINGS = false

  async function ask(request: Parameters<Opinion['ask']>[0]): Promise<OpinionAnswer> {
    const { report, network, signal } = request
    const facts = screenFacts(request, now())
    const key = keyOf(version, facts)
    const ran = (advisory: Advisory | null): OpinionAnswer => ({
      deep: 'ran',
      advisory: advisory && clampVerdict(report.level, advisory),
    })
    const skipped = (reason: SkipReason): OpinionAnswer => {
      metrics.count('model_skipped_total', { reason })
      return reason === 'budget' ? { deep: 'budget', advisory: null } : ran(null)
    }

    for (;;) {
      if (signal?.aborted || stopping.aborted) return skipped('gone')
      const cached = cache.find(key)
      if (cached !== undefined) {
        metrics.count('model_skipped_total', { reason: 'cached' })
        return ran(cached.answer)
      }
      const shared = flights.get(key)
      if (shared === undefined && running.size >= maxAtOnce) return skipped('busy')
      if (shared !== undefined) metrics.count('model_skipped_total', { reason: 'shared' })
      const result = await join(shared ?? take(key, facts, network), signal)
      // Another network's share says nothing about this one's.
      if (result === 'share' && shared !== undefined && network !== shared.network) continue
      return typeof result === 'string' ? skipped(result) : ran(result.advisory)
    }
  }

  function take(key: string, facts: Facts, network: string | undefined): Flight {
    const cancel = new AbortController()
    const result = fly(facts, network, cancel.signal).then((result) => {
      running.delete(flight)
      if (flights.get(key) === flight) flights.delete(key)
      if (typeof result !== 'string' && !result.isGivenUp)
        cache.keep(key, result.advisory, result.advisory === null ? NULL_LIFETIME_MS : LIFETIME_MS)
      return result
    })
    const flight: Flight = { key, network, cancel, waiting: 0, result }
    flights.set(key, flight)
    running.add(flight)
    return flight
  }

  /** A call lives as long as somebody waits for it. */
  async function join(flight: Flight, signal: AbortSignal | undefined): Promise<FlightResult | 'gone'> {
    flight.waiting++
    let leave = () => {}
    const left = new Promise<'gone'>((resolve) => {
      leave = () => resolve('gone')
    })
    signal?.addEventListener('abort', leave)
    try {
      return await Promise.race([flight.result, left])
    } finally {
      signal?.removeEventListener('abort', leave)
      if (--flight.waiting === 0) {
        if (flights.get(flight.key) === flight) flights.delete(flight.key)
        flight.cancel.abort()
      }
    }
  }

  /** Counts a call, makes it and has it written down. Never rejects. */
  async function fly(facts: Facts, network: string | undefined, cancel: AbortSignal): Promise<FlightResult> {
    const time = now()
    const timeout = AbortSignal.timeout(timeoutMs)
    const reserved = costOf(price, { input: maxInputTokens(facts), output: MAX_OUTPUT_TOKENS })
    let started: Awaited<ReturnType<typeof calls.start>>
    try {
      started = await calls.start({ time, version, network, reserved, ruleLevel: facts.ruleLevel })
    } catch (error) {
      log.warn('no model call could be counted, so none was made', { error: nameOf(error) })
      return 'store'
    }
    if (typeof started === 'string') return started
    showBudget(started.used.calls, started.used.costMicroUsd)

    const startMs = performance.now()
    const called = await askModel(model, facts, {
      timeout,
      cancel: AbortSignal.any([cancel, stopping]),
    })
    const latencyMs = Math.round(performance.now() - startMs)
    const advisory = called.answer && writeAdvisory(called.answer, facts)
    // A slow store does not keep an answer back.
    const written = writeDown(started.call, called, advisory, facts, latencyMs)
    writing.add(written)
    void written.then(() => writing.delete(written))
    return { advisory, isGivenUp: called.outcome === 'cancelled' }
  }

  async function writeDown(
    call: StartedCall,
    { outcome, answer, tokens: used }: ModelCall,
    advisory: Advisory | null,
    facts: Facts,
    latencyMs: number,
  ): Promise<void> {
    const tokens = typeof used === 'string' ? { input: 0, output: 0 } : used
    // What may have been billed counts as billed.
    const costMicroUsd = used === 'unknown' ? call.reserved : used === 'none' ? 0 : costOf(price, used)
    const { ruleLevel } = facts
    const level = advisory === null ? ruleLevel : clampVerdict(ruleLevel, advisory).level
    metrics.count('model_calls_total', { outcome })
    metrics.count('model_cost_usd_total', {}, costMicroUsd / 1e6)
    metrics.count('model_tokens_total', { direction: 'in' }, tokens.input)
    metrics.count('model_tokens_total', { direction: 'out' }, tokens.output)
    metrics.observe('model_call_duration_seconds', latencyMs / 1000, { outcome })
    const told = { outcome, latencyMs, tokensIn: tokens.input, tokensOut: tokens.output, costMicroUsd }
    if (outcome === 'answered') log.debug('the model answered', { ...told, ruleLevel, level })
    else log.warn('the model did not answer', told)
    try {
      const modelLevel = answer?.level ?? null
      await calls.end(call, { tokens, costMicroUsd, latencyMs, outcome, modelLevel, level })
    } catch (error) {
      log.warn('a model call could not be written down; it stays counted at its most', { error: nameOf(error) })
    }
  }

  function showBudget(usedCalls: number, usedMicroUsd: number): void {
    metrics.gauge('model_budget_used_ratio', ratioOf(usedCalls, limits.calls), { of: 'calls' })
    metrics.gauge('model_budget_used_ratio', ratioOf(usedMicroUsd, limits.costMicroUsd), { of: 'cost' })
  }

  return {
    ask,
    async close() {
      const left = [...running]
      for (const { cancel } of left) cancel.abort()
      await Promise.all(left.map(({ result }) => result))
      await Promise.all(writing)
    },
  }
}

export declare namespace createOpinion {
  type Parts = Pick<ServiceParts, 'store' | 'log' | 'metrics' | 'now' | 'stopping'>
  type Options = {
    /** @default 8_000 */
    timeoutMs?: number | undefined
    /**
     * Calls that may run at the same time in this instance.
     * @default 4
     */
    maxAtOnce?: number | undefined
    /** @default 50 */
    callsPerNetworkPerDay?: number | undefined
    /** Answers that are kept.
     * @default 5_000 */
    maxCached?: number | undefined
  }
}

/** One call that everybody who asks the same waits for. */
type Flight = {
  key: string
  network: string | undefined
  cancel: AbortController
  waiting: number
  result: Promise<FlightResult>
}

type FlightResult = { advisory: Advisory | null; isGivenUp: boolean } | 'budget' | 'share' | 'store'

/** Why no call was made; `gone`: nobody waits for an answer. */
type SkipReason = 'budget' | 'share' | 'store' | 'busy' | 'gone'

const LIFETIME_MS = 600_000
const NULL_LIFETIME_MS = 60_000

/** The facts name chain, sender and target. */
function keyOf(version: string, facts: Facts): string {
  return createHash('sha256')
    .update(JSON.stringify([version, facts]))
    .digest('base64')
}

function ratioOf(used: number, limit: number): number {
  return limit > 0 ? used / limit : 1
}
