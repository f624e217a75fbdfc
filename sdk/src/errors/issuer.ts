import type { ErrorEffect } from './advice.js'
import { ServiceError } from './base.js'

/**
 * The issuer's service returned no usable answer, which does not mean no. A retry can help, except when the reason is
 * `redirected`, `too_large` or `garbled`.
 */
export class IssuerUnavailableError extends ServiceError {
  override readonly name = 'IssuerUnavailableError'
  readonly reason: IssuerUnavailableReason
  /** HTTP status, where one came back. */
  readonly status: number | undefined
  /** Only with `rate_limited`: for how long this process sends no further request to this host. */
  readonly retryAfterMs: number | undefined

  constructor(
    attempted: string,
    reason: IssuerUnavailableReason,
    facts: {
      status?: number | undefined
      retryAfterMs?: number | undefined
      cause?: unknown
      /** `none` for what is only read, and for what was never sent.
       * @default 'open' */
      effect?: ErrorEffect | undefined
    } = {},
  ) {
    const { status, retryAfterMs, cause, effect = 'open' } = facts
    const isPassing = passing.has(reason)
    super(`The issuer's service ${sentences[reason]} while ${attempted}.`, {
      code: 'issuer_unavailable',
      effect,
      retry: isPassing ? 'later' : 'after_change',
      advice: isPassing ? { do: 'ask_again', afterMs: retryAfterMs } : { do: 'check_endpoint', of: 'issuer' },
      cause,
      metaMessages: [
        `Reason: ${reason}`,
        ...(status === undefined ? [] : [`Status: ${status}`]),
        ...(retryAfterMs === undefined ? [] : [`No request is sent for ${Math.ceil(retryAfterMs / 1_000)} seconds.`]),
      ],
      hint: effect === 'open' ? 'The outcome of the request is open: no answer does not mean no.' : undefined,
    })
    this.reason = reason
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * - `unreachable`: no connection, or the connection broke.
 * - `timeout`: no answer within the time limit.
 * - `rate_limited`: too many requests. Further ones would block the caller's address for five minutes.
 * - `failing`: the service reports a fault of its own.
 * - `redirected`: the service redirects; redirects are not followed.
 * - `too_large`: the answer exceeds the size limit.
 * - `garbled`: the answer is malformed, or contradicts the question.
 */
export type IssuerUnavailableReason = keyof typeof sentences

const sentences = {
  unreachable: 'could not be reached',
  timeout: 'did not answer in time',
  rate_limited: 'limited the rate of requests',
  failing: 'is failing',
  redirected: 'answered with a redirect, which is not followed,',
  too_large: 'returned an answer over the size limit',
  garbled: 'returned a malformed answer',
} as const

/** Reasons that can pass by themselves. */
const passing: ReadonlySet<IssuerUnavailableReason> = /* @__PURE__ */ new Set([
  'unreachable',
  'timeout',
  'rate_limited',
  'failing',
])

/** The issuer's service refused the request, in its own words. The same request is refused again. */
export class IssuerRefusedError extends ServiceError {
  override readonly name = 'IssuerRefusedError'
  /** HTTP status. */
  readonly status: number
  /** Its words, at most 500 characters; empty when it gave no reason. The wording is not stable. */
  readonly reason: string

  constructor(attempted: string, status: number, reason: string) {
    super(`The issuer's service refused ${attempted}.`, {
      code: 'issuer_refused',
      effect: 'none',
      retry: 'no',
      advice: { do: 'read_reason' },
      details: reason || undefined,
      metaMessages: [`Status: ${status}`],
    })
    this.status = status
    this.reason = reason
  }
}
