import { createHash } from 'node:crypto'
import { type Advisory, clampVerdict } from '@holdfast/sdk/risk'
import type { ModelSettings } from '../config/Config.js'
import type { ServiceParts } from '../ServiceParts.js'
import { elapsed as sinceStart } from '../telemetry/elapsed.js'
import { createAnswerCache } from './internal/answerCache.js'
import { createModelCalls } from './internal/createModelCalls.js'
import { createSharedCalls } from './internal/createSharedCalls.js'
import type { Facts } from './internal/Facts.js'
import { INSTRUCTIONS_VERSION } from './internal/instructions.js'
import { openModel } from './internal/openModel.js'
import { screenFacts } from './internal/screenFacts.js'
import type { Opinion, OpinionAnswer, OpinionRequest } from './Opinion.js'

/**
 * Creates the second opinion of a language model.
 *
 * The model gets only facts that we computed, and answers in a closed vocabulary of our own. It can only make a verdict
 * stricter. It is asked at most once in ten minutes for the same facts, within a daily budget of calls and money, with
 * a share for each network.
 *
 * @throws `TypeError` when the settings name no host that the key may be sent to.
 * @example
 * const opinion = createOpinion(parts, config.model)
 * const { deep, advisory } = await opinion.ask({ chainId, sender, target, report, dossier, network, signal })
 */
export function createOpinion(
  parts: createOpinion.Parts,
  settings: ModelSettings,
  options: createOpinion.Options = {},
): Opinion {
  const { metrics, now, elapsed = sinceStart, stopping } = parts
  const { timeoutMs = 8_000, maxAtOnce = 4, callsPerNetworkPerDay = 50, maxCached = 5_000 } = options
  const { price, provider, maxCallsPerDay, maxCostMicroUsdPerDay } = settings
  const version = `${provider}/${settings.model}#${INSTRUCTIONS_VERSION}`
  const limits = { calls: maxCallsPerDay, costMicroUsd: maxCostMicroUsdPerDay, callsOfNetwork: callsPerNetworkPerDay }
  const model = openModel(settings)
  const calls = createModelCalls({ ...parts, model, version, price }, { limits, timeoutMs })
  const cache = createAnswerCache<Advisory | null>({ maxEntries: maxCached, elapsed })
  const shared = createSharedCalls({
    run: calls.run,
    onResult(key, result) {
      if (typeof result === 'string' || result.isGivenUp) return
      cache.keep(key, result.advisory, result.advisory === null ? nullLifetimeMs : lifetimeMs)
    },
  })
  // The library prints warnings itself; everything we print goes through our log.
  globalThis.AI_SDK_LOG_WARNINGS = false

  async function ask(request: OpinionRequest): Promise<OpinionAnswer> {
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
      const known = shared.find(key)
      if (known === undefined && shared.running >= maxAtOnce) return skipped('busy')
      if (known !== undefined) metrics.count('model_skipped_total', { reason: 'shared' })
      const result = await shared.wait(known ?? shared.start(key, facts, network), signal)
      // The share of another network is used up, not that of this one.
      if (result === 'share' && known !== undefined && network !== known.network) continue
      return typeof result === 'string' ? skipped(result) : ran(result.advisory)
    }
  }

  return {
    ask,
    async close() {
      await shared.cancelAll()
      await calls.recorded()
    },
  }
}

export declare namespace createOpinion {
  type Parts = Pick<ServiceParts, 'store' | 'log' | 'metrics' | 'now' | 'elapsed' | 'stopping'>
  type Options = {
    /** @default 8_000 */
    timeoutMs?: number | undefined
    /** Calls that may run at the same time in this instance. @default 4 */
    maxAtOnce?: number | undefined
    /** @default 50 */
    callsPerNetworkPerDay?: number | undefined
    /** Answers in the cache. @default 5_000 */
    maxCached?: number | undefined
  }
}

/** Why no call was made; `gone`: no caller waits for an answer. */
type SkipReason = 'budget' | 'share' | 'store' | 'busy' | 'gone'

const lifetimeMs = 600_000
const nullLifetimeMs = 60_000

/** The facts name chain, sender and target. */
function keyOf(version: string, facts: Facts): string {
  return createHash('sha256')
    .update(JSON.stringify([version, facts]))
    .digest('base64')
}
