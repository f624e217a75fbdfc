import { APICallError, generateText, NoObjectGeneratedError, Output } from 'ai'
import type { Facts } from './Facts.js'
import { INSTRUCTIONS } from './instructions.js'
import { ModelFailure } from './ModelFailure.js'
import { ANSWER_SCHEMA, answerSchema, type ModelAnswer } from './modelAnswer.js'
import type { OpenModel } from './openModel.js'

/**
 * Asks a model once. A failure is an outcome: errors of providers contain prompts, and none of them leaves this
 * function.
 *
 * @param signals - `timeout` and `cancel` both end the call; the outcome names which of them did.
 */
export async function askModel(
  { model, providerOptions }: OpenModel,
  facts: Facts,
  signals: { timeout: AbortSignal; cancel: AbortSignal },
): Promise<ModelCall> {
  try {
    const result = await generateText({
      model,
      instructions: INSTRUCTIONS,
      messages: [{ role: 'user', content: JSON.stringify(facts) }],
      output: Output.object({ schema: answerSchema(), name: 'second_opinion' }),
      temperature: 0,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signals.timeout, signals.cancel]),
      providerOptions,
      telemetry: { isEnabled: false },
    })
    const outcome = outcomeOf(result.finishReason)
    const tokens = tokensOf(result.usage)
    if (outcome !== 'answered') return { outcome, answer: null, tokens }
    return { outcome, answer: result.output, tokens }
  } catch (error) {
    if (signals.timeout.aborted) return { outcome: 'timeout', answer: null, tokens: 'unknown' }
    if (signals.cancel.aborted) return { outcome: 'cancelled', answer: null, tokens: 'unknown' }
    return failureOf(error)
  }
}

/** How a call ended, and what it used. */
export type ModelCall = {
  outcome: ModelOutcome
  /** Only with the outcome `answered`. */
  answer: ModelAnswer | null
  /** `none`: the provider refused, so it bills nothing. `unknown`: the provider may bill the call. */
  tokens: Tokens | 'none' | 'unknown'
}

export type Tokens = { input: number; output: number }

export type ModelOutcome =
  | 'answered'
  /** The model declined to answer. */
  | 'refused'
  /** The answer is longer than the limit. */
  | 'cut_off'
  /** The answer is malformed: no JSON, another schema, or too large to read. */
  | 'invalid'
  | 'timeout'
  | 'cancelled'
  | 'rate_limited'
  /** The provider returned an error. */
  | 'failed'
  | 'unreachable'
  | ModelFailure['outcome']

/** Enough for any answer, and for the little thinking that some models cannot leave out. */
export const MAX_OUTPUT_TOKENS = 1500

/** More than a provider can bill for one question: a token has at least one byte, and the format has a preamble. */
export function maxInputTokens(facts: Facts): number {
  return fixedBytes + Buffer.byteLength(JSON.stringify(facts)) + 1000
}

const fixedBytes = /* @__PURE__ */ Buffer.byteLength(INSTRUCTIONS + JSON.stringify(ANSWER_SCHEMA))

function outcomeOf(finishReason: string): 'answered' | 'cut_off' | 'refused' | 'invalid' {
  if (finishReason === 'stop') return 'answered'
  if (finishReason === 'length') return 'cut_off'
  return finishReason === 'content-filter' ? 'refused' : 'invalid'
}

function failureOf(error: unknown): ModelCall {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if (cause instanceof ModelFailure)
      return { outcome: cause.outcome, answer: null, tokens: cause.outcome === 'too_large' ? 'unknown' : 'none' }
    if (NoObjectGeneratedError.isInstance(cause)) {
      const outcome = outcomeOf(cause.finishReason ?? 'stop')
      return { outcome: outcome === 'answered' ? 'invalid' : outcome, answer: null, tokens: tokensOf(cause.usage) }
    }
    if (APICallError.isInstance(cause) && (cause.statusCode ?? 0) >= 300)
      return { outcome: cause.statusCode === 429 ? 'rate_limited' : 'failed', answer: null, tokens: 'none' }
    // Used as a lookup key: other values are not in the lists.
    if (neverSent.has((cause as NodeJS.ErrnoException).code ?? ''))
      return { outcome: 'unreachable', answer: null, tokens: 'none' }
    // As above.
    if (broken.has((cause as NodeJS.ErrnoException).code ?? ''))
      return { outcome: 'unreachable', answer: null, tokens: 'unknown' }
  }
  return { outcome: 'invalid', answer: null, tokens: 'unknown' }
}

const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const broken = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET'])

/** A provider may leave the count out, or report nonsense. */
function tokensOf(usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined) {
  const { inputTokens: input, outputTokens: output } = usage ?? {}
  return isTokens(input) && isTokens(output) && input + output > 0 ? { input, output } : ('unknown' as const)
}

const isTokens = (count: unknown): count is number =>
  typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 && count <= 10_000_000
