import { encodeRelayResult, type RelayPending } from '@holdfast/sdk/wire'
import type { ProblemAnswer, RateLimitState, RouteAnswer } from '../../http/Route.js'
import type { Outcome, OutcomeBody } from '../../relay/Outcome.js'
import type { Relay } from '../../relay/Relay.js'
import { unlessStoreFails } from '../../store/unlessStoreFails.js'
import { type Progress, RETRY_AFTER_MS } from './carryOut.js'

/** Whether an operation has ended with a body of its kind. */
export function hasBody(outcome: Outcome): outcome is Extract<Outcome, { body: OutcomeBody }> {
  return 'body' in outcome
}

/** The answer to every caller of an operation that ended with a problem. */
export function problemAnswer(
  outcome: Extract<Outcome, { problem: unknown }>,
  rateLimits: readonly RateLimitState[],
): ProblemAnswer {
  return { problem: outcome.problem, rateLimits }
}

/** The answer 202. */
export async function pendingAnswer(
  relay: Relay | undefined,
  { operationId }: Progress,
  known: Partial<Pick<RelayPending, 'account' | 'txHash'>>,
  rateLimits: readonly RateLimitState[],
): Promise<RouteAnswer> {
  const txHash = known.txHash ?? (relay && (await unlessStoreFails(relay.findTransaction(operationId), undefined)))
  const body = encodeRelayResult({
    status: 'pending',
    operationId,
    ...(known.account && { account: known.account }),
    ...(txHash && { txHash }),
    retryAfterMs: RETRY_AFTER_MS,
  })
  return { status: 202, body, rateLimits }
}
