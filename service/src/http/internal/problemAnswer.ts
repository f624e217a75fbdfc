import { API_REQUEST_WINDOW_MS, PROBLEMS, type ProblemCode } from '@holdfast/sdk/wire'
import type { Metrics } from '../../telemetry/Telemetry.js'
import type { ProblemAnswer } from '../Route.js'
import type { Exchange } from './Exchange.js'
import { problemBody } from './problemBody.js'
import { announcedLength } from './readBody.js'

/** The status, headers and body of a refusal, which the exchange also records. */
export function problemAnswer(
  { bodyBytes, docsBase, metrics, now }: ProblemParts,
  exchange: Exchange,
  given: ProblemAnswer,
): { status: number; headers: readonly (readonly [string, string])[]; text: string } {
  const { problem: code } = given
  const { status, retryable } = PROBLEMS[code]
  const { incoming } = exchange
  exchange.code = code
  // The rest of an unread body must not be mistaken for the next request, nor keep the connection busy.
  const unread = incoming.complete ? 0 : (announcedLength(incoming) ?? Number.POSITIVE_INFINITY)
  if (status === 408 || status === 413 || code === 'shutting_down' || unread > bodyBytes) exchange.closing = true
  if (given.rateLimits !== undefined) exchange.rateLimits = [...exchange.rateLimits, ...given.rateLimits]

  const retryAfterSeconds =
    status === 429 || (status === 503 && retryable) ? waitOf(code, given.retryAfterSeconds) : undefined
  const violated = given.violated?.filter((policy) => publishedPolicies.has(policy))
  for (const policy of given.violated ?? []) metrics.count('rate_limited_total', { policy })
  const headers: [string, string][] = [['Content-Type', 'application/problem+json']]
  if (status === 401) headers.push(['WWW-Authenticate', 'EIP191 realm="api"'])
  if (status === 405) headers.push(['Allow', exchange.allow ?? ''])
  if (retryAfterSeconds !== undefined) headers.push(['Retry-After', String(retryAfterSeconds)])
  const body = problemBody(code, {
    requestId: exchange.id,
    docsBase,
    errors: given.errors,
    retryAfterSeconds,
    ...(code === 'timestamp_out_of_window' ? { serverTime: now(), maxSkewMs: API_REQUEST_WINDOW_MS } : {}),
    violated: status === 429 ? violated : undefined,
  })
  return { status, headers, text: JSON.stringify(body) }
}

export type ProblemParts = {
  bodyBytes: number
  docsBase: string | undefined
  metrics: Metrics
  /** Unix milliseconds. */
  now: () => number
}

/** Limits that callers may see by name; the state of the shared limits would only help an attacker. */
const publishedPolicies = new Set(['ip', 'addr-day'])

const waitSeconds: Partial<Record<ProblemCode, number>> = {
  overloaded: 1,
  shutting_down: 5,
  fee_ceiling: 60,
  relayer_depleted: 300,
}

/** How long a caller should wait. All daily quotas reset at the same time, so their waits get jitter. */
function waitOf(code: ProblemCode, given: number | undefined): number {
  const seconds = Math.max(1, Math.ceil(given ?? waitSeconds[code] ?? 5))
  return code === 'quota_exceeded' ? seconds + Math.floor(Math.random() * 31) : seconds
}
