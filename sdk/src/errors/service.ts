import type { Advice, ErrorEffect } from './advice.js'
import { ServiceError } from './base.js'

/**
 * The service returned no usable answer. A retry can help when the reason is `unreachable` or `timeout`, and is safe:
 * requests are idempotent.
 */
export class ServiceUnavailableError extends ServiceError {
  override readonly name = 'ServiceUnavailableError'
  readonly reason: ServiceUnavailableReason
  /** HTTP status, where one came back. */
  readonly status: number | undefined

  constructor(
    attempted: string,
    reason: ServiceUnavailableReason,
    {
      status,
      cause,
      effect = 'open',
    }: {
      status?: number | undefined
      cause?: unknown
      /** `none` for what is only read.
       * @default 'open' */
      effect?: ErrorEffect | undefined
    } = {},
  ) {
    const isPassing = reason === 'unreachable' || reason === 'timeout'
    super(`The service ${sentences[reason]} while ${attempted}.`, {
      code: 'service_unavailable',
      effect,
      retry: isPassing ? 'later' : 'after_change',
      advice: isPassing ? { do: 'ask_again' } : { do: 'check_endpoint', of: 'service' },
      cause,
      metaMessages: [`Reason: ${reason}`, ...(status === undefined ? [] : [`Status: ${status}`])],
      hint: isPassing
        ? 'Ask again: requests are idempotent.'
        : 'Check `baseUrl`, and whether the service runs a matching version.',
    })
    this.reason = reason
    this.status = status
  }
}

/**
 * - `unreachable`: no connection, or the connection broke.
 * - `timeout`: no answer within the time limit.
 * - `redirected`: the service redirects; a signed request never follows.
 * - `too_large`: the answer exceeds the size limit.
 * - `garbled`: the answer is malformed, or contradicts the question.
 */
export type ServiceUnavailableReason = keyof typeof sentences

const sentences = {
  unreachable: 'could not be reached',
  timeout: 'did not answer in time',
  redirected: 'answered with a redirect, which is not followed,',
  too_large: 'returned an answer over the size limit',
  garbled: 'returned a malformed answer',
} as const

/** The service refused the request. Switch on `code`; `retryable` says whether the same call can succeed later. */
export class ServiceProblemError extends ServiceError {
  override readonly name = 'ServiceProblemError'
  /** A `ProblemCode`, or one that only a newer service knows. */
  declare readonly code: string
  /** HTTP status. */
  readonly status: number
  readonly retryable: boolean
  /** When to retry at the earliest, where the service says so. */
  readonly retryAfterSeconds: number | undefined
  /** Identifies the request to the operator. */
  readonly requestId: string | undefined
  /** What is wrong with the request, by JSON Pointer. */
  readonly fields: readonly { pointer: string; code: string }[]

  constructor(attempted: string, { detail, fields = [], ...facts }: ServiceProblemFacts) {
    const { code, status, retryable, retryAfterSeconds, requestId } = facts
    const mayHaveBegun = status === 500 || status === 502 || status === 504
    super(`The service refused ${attempted}: ${detail}.`, {
      code,
      effect: mayHaveBegun ? 'open' : 'none',
      retry: retryable ? 'later' : mayHaveBegun ? 'no' : 'after_change',
      advice: adviceFor(facts, fields),
      metaMessages: [
        `Code:    ${code} (HTTP ${status})`,
        ...fields.map(({ pointer, code }) => `Field:   ${pointer} ${code}`),
        ...(requestId === undefined ? [] : [`Request: ${requestId}`]),
      ],
      hint: retryable && retryAfterSeconds !== undefined ? `Try again after ${retryAfterSeconds} seconds.` : undefined,
    })
    this.status = status
    this.retryable = retryable
    this.retryAfterSeconds = retryAfterSeconds
    this.requestId = requestId
    this.fields = fields
  }
}

function adviceFor(
  { status, retryable, retryAfterSeconds }: Pick<ServiceProblemFacts, 'status' | 'retryable' | 'retryAfterSeconds'>,
  [field]: readonly { pointer: string }[],
): Advice {
  if (retryable)
    return { do: 'ask_again', afterMs: retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1_000 }
  return status === 400 ? { do: 'correct_input', parameter: field?.pointer ?? '' } : { do: 'read_reason' }
}

/** What is known of a refusal. */
export type ServiceProblemFacts = {
  status: number
  code: string
  /** English, without a full stop. */
  detail: string
  retryable: boolean
  retryAfterSeconds?: number | undefined
  requestId?: string | undefined
  fields?: readonly { pointer: string; code: string }[] | undefined
}
