import { ServiceError } from './base.js'

/**
 * The service gave no answer that counts. A retry can help when the reason is `unreachable` or `timeout`, and is safe:
 * what the service may have begun is not done twice.
 */
export class ServiceUnavailableError extends ServiceError {
  override readonly name = 'ServiceUnavailableError'
  readonly reason: ServiceUnavailableReason
  /** HTTP status, where one came back. */
  readonly status: number | undefined

  constructor(
    attempted: string,
    reason: ServiceUnavailableReason,
    { status, cause }: { status?: number | undefined; cause?: unknown } = {},
  ) {
    super(`The service ${sentences[reason]} while ${attempted}.`, {
      code: 'service_unavailable',
      cause,
      metaMessages: [
        `Reason: ${reason}`,
        ...(status === undefined ? [] : [`Status: ${status}`]),
        reason === 'unreachable' || reason === 'timeout'
          ? 'Ask again: what it may have begun is not done twice.'
          : 'Check `baseUrl`, and whether the service speaks this version.',
      ],
    })
    this.reason = reason
    this.status = status
  }
}

/**
 * - `unreachable`: no connection, or one that broke off.
 * - `timeout`: nothing within the time it was given.
 * - `redirected`: it points elsewhere; a signed request is never taken there.
 * - `too_large`: it sends more than the answer can hold.
 * - `garbled`: what it says is not of the form of an answer, or contradicts the question.
 */
export type ServiceUnavailableReason = keyof typeof sentences

const sentences = {
  unreachable: 'could not be reached',
  timeout: 'did not answer in time',
  redirected: 'answered with a redirect, which is not followed,',
  too_large: 'sent a longer answer than there can be',
  garbled: 'gave an answer that is none',
} as const

/** The service said no, in its own words. Switch on `code`; whether the same call can succeed later is in `retryable`. */
export class ServiceProblemError extends ServiceError {
  override readonly name = 'ServiceProblemError'
  /** A `ProblemCode`, or one that only a newer service knows. */
  declare readonly code: string
  /** HTTP status. */
  readonly status: number
  readonly retryable: boolean
  /** Not before, where the service says so. */
  readonly retryAfterSeconds: number | undefined
  /** Tells the operator which request it was. */
  readonly requestId: string | undefined
  /** What is wrong with the request, by JSON Pointer. */
  readonly fields: readonly { pointer: string; code: string }[]

  constructor(attempted: string, { detail, fields = [], ...facts }: ServiceProblemFacts) {
    const { code, status, retryable, retryAfterSeconds, requestId } = facts
    super(`The service refused ${attempted}: ${detail}.`, {
      code,
      metaMessages: [
        `Code:    ${code} (HTTP ${status})`,
        ...fields.map(({ pointer, code }) => `Field:   ${pointer} ${code}`),
        ...(requestId === undefined ? [] : [`Request: ${requestId}`]),
        ...(retryable && retryAfterSeconds !== undefined ? [`Try again after ${retryAfterSeconds} seconds.`] : []),
      ],
    })
    this.status = status
    this.retryable = retryable
    this.retryAfterSeconds = retryAfterSeconds
    this.requestId = requestId
    this.fields = fields
  }
}

/** What is known of a refusal. */
export type ServiceProblemFacts = {
  status: number
  code: string
  /** English, half a sentence. */
  detail: string
  retryable: boolean
  retryAfterSeconds?: number | undefined
  requestId?: string | undefined
  fields?: readonly { pointer: string; code: string }[] | undefined
}
