import { ServiceError } from './base.js'

/**
 * What is wrong with a payment request. `not_a_request`: other text. `unknown_version`: of a newer program. `too_large`: over
 * 2 kB. `bad_encoding`: damaged. `bad_field`: one field is invalid. `unknown_token`: a field names a token or an account that
 * cannot be paid.
 */
export type RequestProblem =
  | 'not_a_request'
  | 'unknown_version'
  | 'too_large'
  | 'bad_encoding'
  | 'bad_field'
  | 'unknown_token'

/** A payment request is malformed. The message never repeats its text. A retry with the same text fails. */
export class RequestMalformedError extends ServiceError {
  override readonly name = 'RequestMalformedError'
  readonly problem: RequestProblem
  /** Which field is invalid; undefined where the whole text is. */
  readonly field: string | undefined

  constructor(problem: RequestProblem, field?: string) {
    super(`The payment request ${problems[problem]}${field === undefined ? '' : `: \`${field}\``}.`, {
      code: 'request_malformed',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'ask_for_request' },
      hint: 'Get the request from the payee again.',
    })
    this.problem = problem
    this.field = field
  }
}

const problems: Readonly<Record<RequestProblem, string>> = {
  not_a_request: 'is other text',
  unknown_version: 'was written by a newer version',
  too_large: 'is too long',
  bad_encoding: 'is damaged',
  bad_field: 'has an invalid field',
  unknown_token: 'names a token or account that cannot be paid',
}

/** The request has expired, or is not valid yet. */
export class RequestExpiredError extends ServiceError {
  override readonly name = 'RequestExpiredError'
  readonly reason: 'expired' | 'not_yet'
  /** First second that counts. */
  readonly notBefore: Date
  /** Last second that counts. */
  readonly expires: Date

  constructor(reason: 'expired' | 'not_yet', { notBefore, expires }: { notBefore: Date; expires: Date }) {
    super(
      reason === 'expired'
        ? `The payment request expired at ${expires.toISOString()}.`
        : `The payment request cannot be paid before ${notBefore.toISOString()}.`,
      {
        code: 'request_expired',
        effect: 'none',
        retry: reason === 'expired' ? 'no' : 'later',
        advice:
          reason === 'expired'
            ? { do: 'ask_for_request' }
            : { do: 'wait_until', unixSeconds: Math.floor(notBefore.getTime() / 1000) },
      },
    )
    this.reason = reason
    this.notBefore = notBefore
    this.expires = expires
  }
}

/** The payee of the request did not sign it: its text was changed, or another key forged it. */
export class RequestSignatureInvalidError extends ServiceError {
  override readonly name = 'RequestSignatureInvalidError'
  readonly payee: string

  constructor(payee: string) {
    super(`The payment request is not signed by its payee ${payee}.`, {
      code: 'request_signature_invalid',
      effect: 'none',
      retry: 'no',
      advice: { do: 'ask_for_request' },
      hint: 'Do not pay it. Ask the payee for a new request over another channel.',
    })
    this.payee = payee
  }
}
