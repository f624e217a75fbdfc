import { ServiceError } from './base.js'

/**
 * The issuer's service gave no answer that counts: what was asked is still open. A retry can help, except when the reason is
 * `redirected`, `too_large` or `garbled`.
 */
export class IssuerUnavailableError extends ServiceError {
  override readonly name = 'IssuerUnavailableError'
  readonly reason: IssuerUnavailableReason
  /** HTTP status, where one came back. */
  readonly status: number | undefined
  /** Only with `rate_limited`: how long nothing more is asked of this host by this process. */
  readonly retryAfterMs: number | undefined

  constructor(
    attempted: string,
    reason: IssuerUnavailableReason,
    facts: { status?: number | undefined; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    const { status, retryAfterMs, cause } = facts
    super(`The issuer's service ${sentences[reason]} while ${attempted}.`, {
      code: 'issuer_unavailable',
      cause,
      metaMessages: [
        `Reason: ${reason}`,
        ...(status === undefined ? [] : [`Status: ${status}`]),
        ...(retryAfterMs === undefined ? [] : [`It is left alone for ${Math.ceil(retryAfterMs / 1_000)} seconds.`]),
        'What was asked is still open: no answer does not mean no.',
      ],
    })
    this.reason = reason
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * - `unreachable`: no connection, or one that broke off.
 * - `timeout`: nothing within the time it was given.
 * - `rate_limited`: it is asked too often. Going on would block the caller's address for five minutes.
 * - `failing`: it answers with a fault of its own.
 * - `redirected`: it points elsewhere, where it is not followed.
 * - `too_large`: it sends more than the answer can hold.
 * - `garbled`: what it says is not of the form of an answer, or contradicts the question.
 */
export type IssuerUnavailableReason = keyof typeof sentences

const sentences = {
  unreachable: 'could not be reached',
  timeout: 'did not answer in time',
  rate_limited: 'is asked too often',
  failing: 'is failing',
  redirected: 'answered with a redirect, which is not followed,',
  too_large: 'sent a longer answer than there can be',
  garbled: 'gave an answer that is none',
} as const

/** The issuer's service said no, in its own words. The same request will be refused again. */
export class IssuerRefusedError extends ServiceError {
  override readonly name = 'IssuerRefusedError'
  /** HTTP status. */
  readonly status: number
  /** What it said, at most 500 characters; empty when it gave no reason. Its wording is not promised. */
  readonly reason: string

  constructor(attempted: string, status: number, reason: string) {
    super(`The issuer's service refused ${attempted}.`, {
      code: 'issuer_refused',
      details: reason || undefined,
      metaMessages: [`Status: ${status}`],
    })
    this.status = status
    this.reason = reason
  }
}
