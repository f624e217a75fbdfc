import { optional } from 'valibot'
import { textOf } from '../errors/textOf.js'
import { WireFormatError } from '../errors/wire.js'
import { decode } from './internal/decode.js'
import { type Infer, integer, list, object, open, sentence, text, word } from './internal/fields.js'

/**
 * Every way the service says no with an HTTP status: the status, the English text, and whether the same request, with a
 * new signature if it is signed, can succeed later. The codes are stable; switch on them and nothing else.
 */
export const PROBLEMS = {
  invalid_json: { status: 400, detail: 'the body is not valid JSON', retryable: false },
  invalid_request: { status: 400, detail: 'the request does not match its schema', retryable: false },
  foreign_cosigner: { status: 400, detail: 'the policy names another co-signer', retryable: false },
  invalid_mode: { status: 400, detail: 'the mode is neither PUSH nor PULL', retryable: false },
  expiry_in_past: { status: 400, detail: 'the expiry is not in the future', retryable: false },
  box_not_found: { status: 400, detail: 'the box does not exist', retryable: false },
  recipient_not_eligible: { status: 400, detail: 'the recipient cannot be given gas', retryable: false },
  signature_required: { status: 401, detail: 'the request has to be signed', retryable: false },
  signature_malformed: { status: 401, detail: 'a signature header is malformed', retryable: false },
  timestamp_out_of_window: { status: 401, detail: 'the timestamp is too far from the server clock', retryable: false },
  signature_invalid: {
    status: 401,
    detail: 'the signature is not by the given address over this request',
    retryable: false,
  },
  signature_replayed: { status: 401, detail: 'the signature was used before', retryable: true },
  origin_not_allowed: { status: 403, detail: 'the origin is not allowed', retryable: false },
  not_found: { status: 404, detail: 'there is nothing at this path', retryable: false },
  method_not_allowed: { status: 405, detail: 'the method is not allowed at this path', retryable: false },
  request_timeout: { status: 408, detail: 'the request did not arrive in time', retryable: true },
  operation_conflict: {
    status: 409,
    detail: 'another request for the same operation is still running',
    retryable: true,
  },
  payload_too_large: { status: 413, detail: 'the body is too large', retryable: false },
  unsupported_media_type: {
    status: 415,
    detail: 'the body has to be application/json without a content coding',
    retryable: false,
  },
  quota_exceeded: { status: 429, detail: 'daily quota exceeded', retryable: true },
  rate_limited: { status: 429, detail: 'too many requests from this network', retryable: true },
  internal_error: { status: 500, detail: 'the service failed', retryable: false },
  not_configured: { status: 503, detail: 'the service has no key for this', retryable: false },
  relayer_depleted: { status: 503, detail: 'the relayer cannot pay for this now', retryable: true },
  fee_ceiling: { status: 503, detail: 'the fees of the chain are above the ceiling', retryable: true },
  upstream_unavailable: { status: 503, detail: 'something the service depends on is not reachable', retryable: true },
  recovering: { status: 503, detail: 'the service is still recovering earlier work', retryable: true },
  overloaded: { status: 503, detail: 'the service has too much to do', retryable: true },
  shutting_down: { status: 503, detail: 'the service is shutting down', retryable: true },
  upstream_timeout: { status: 504, detail: 'something the service depends on did not answer in time', retryable: true },
} as const satisfies Record<string, Problem>

/** A way the service says no. */
export type ProblemCode = keyof typeof PROBLEMS

/** What is known of a problem from its code. */
export type Problem = {
  /** HTTP status. */
  status: number
  /** English. */
  detail: string
  /** Whether the same request, with a new signature if it is signed, can succeed later. */
  retryable: boolean
}

const problemField = /* @__PURE__ */ object({
  /** JSON Pointer into the body; into the query's names where there is no body. */
  pointer: /* @__PURE__ */ text(/^(?:\/[^\p{Cc}]*)?$/u),
  /** What is wrong with it: a `problem` of `WireFormatError`, or `invalid_type`. */
  code: word,
})

const problem = /* @__PURE__ */ open({
  /** A URI that explains the code, or `about:blank`. */
  type: sentence,
  /** The name of the status, English. */
  title: sentence,
  /** HTTP status, the answer's own. */
  status: /* @__PURE__ */ integer(400, 599),
  /** English. */
  detail: sentence,
  /** `urn:uuid:` and the request's id. */
  instance: sentence,
  /** One of {@link PROBLEMS}, or newer than the reader's table. */
  code: word,
  /** What is wrong with the body or the query, at most 10. */
  errors: /* @__PURE__ */ optional(/* @__PURE__ */ list(10, problemField)),
  /** Not before, as in the header `Retry-After`; absent where it is unknown. */
  retryAfterSeconds: /* @__PURE__ */ optional(/* @__PURE__ */ integer(0, 1_000_000)),
  /** Unix milliseconds; with `timestamp_out_of_window`. */
  serverTime: /* @__PURE__ */ optional(/* @__PURE__ */ integer(0, Number.MAX_SAFE_INTEGER)),
  /** How far from that a time may be, either way; with `timestamp_out_of_window`. */
  maxSkewMs: /* @__PURE__ */ optional(/* @__PURE__ */ integer(0, Number.MAX_SAFE_INTEGER)),
  /** The limits that were reached; with 429. */
  'violated-policies': /* @__PURE__ */ optional(
    /* @__PURE__ */ list(10, /* @__PURE__ */ text(/^[a-z][a-z0-9-]{0,63}$/)),
  ),
})

/** The body of an answer that says no (RFC 9457), `application/problem+json`. */
export type ProblemBody = Infer<typeof problem>

/** A field that is not of its form. */
export type ProblemField = Infer<typeof problemField>

/**
 * Whether a text is a code of this table.
 *
 * @example
 * if (isProblemCode(code)) console.log(PROBLEMS[code].retryable)
 */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, textOf(code))
}

/**
 * Reads the body of an answer that says no. Keys it does not know are dropped: a service may be newer.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const problem = decodeProblem(await response.json())
 */
export function decodeProblem(body: unknown): ProblemBody {
  const read = decode(problem, body)
  const expected = isProblemCode(read.code) ? PROBLEMS[read.code].status : read.status
  if (read.status !== expected) throw new WireFormatError('/status', 'not_one_of')
  return read
}
