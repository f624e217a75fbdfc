import { type Advisory, clampVerdict, type RiskLevel } from '@holdfast/sdk/risk'
import type { ModelPrice } from '../../config/Config.js'
import { nameOf } from '../../telemetry/nameOf.js'
import type { Log, Metrics } from '../../telemetry/Telemetry.js'
import type { ModelCall } from './askModel.js'
import type { Calls, StartedCall } from './calls.js'
import { costOf } from './costOf.js'

/** Counts, logs and stores a call that has ended, with its real cost. Never rejects. */
export async function recordCall(
  { call, outcome, answer, tokens: used, advisory, latencyMs, ruleLevel }: EndedCall,
  { calls, price, metrics, log }: { calls: Calls; price: ModelPrice; metrics: Metrics; log: Log },
): Promise<void> {
  const tokens = typeof used === 'string' ? { input: 0, output: 0 } : used
  // A call that may have been billed counts as billed.
  const costMicroUsd = used === 'unknown' ? call.reserved : used === 'none' ? 0 : costOf(price, used)
  const level = advisory === null ? ruleLevel : clampVerdict(ruleLevel, advisory).level
  metrics.count('model_calls_total', { outcome })
  metrics.count('model_cost_usd_total', {}, costMicroUsd / 1e6)
  metrics.count('model_tokens_total', { direction: 'in' }, tokens.input)
  metrics.count('model_tokens_total', { direction: 'out' }, tokens.output)
  metrics.observe('model_call_duration_seconds', latencyMs / 1000, { outcome })
  const facts = { outcome, latencyMs, tokensIn: tokens.input, tokensOut: tokens.output, costMicroUsd }
  if (outcome === 'answered') log.debug('the model answered', { ...facts, ruleLevel, level })
  else log.warn('the model did not answer', facts)
  try {
    const modelLevel = answer?.level ?? null
    await calls.end(call, { tokens, costMicroUsd, latencyMs, outcome, modelLevel, level })
  } catch (error) {
    log.warn('a model call could not be recorded; it stays counted at its highest cost', { error: nameOf(error) })
  }
}

type EndedCall = ModelCall & {
  call: StartedCall
  advisory: Advisory | null
  latencyMs: number
  ruleLevel: RiskLevel
}
