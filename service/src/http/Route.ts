import type { ProblemCode, ProblemField } from '@holdfast/sdk/wire'
import type { Schema } from '@holdfast/sdk/wire/schemas'
import type { SignedBy } from '../keys/SignedBy.js'
import type { Answer } from './answer.js'

/** One of the ten routes, as the server mounts and describes it. */
export type Route<body = unknown, query = unknown> = {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  /** The per-IP window that counts it. */
  window: 'read' | 'health' | 'cosign' | 'signed' | 'investigate'
  /** Whether the request must carry a signature. */
  signed: boolean
  /** The time limit of the route, after which an error is returned. */
  deadlineMs: number
  /**
   * Whether the handler answers from memory, waiting for nothing. It then takes no place of the requests in flight, and answers
   * also while others have taken all of them.
   */
  answersAtOnce?: true | undefined
  summary: string
  body?: Schema<body> | undefined
  query?: Schema<query> | undefined
  /**
   * Whether the refusal of a body names the type that a field must have, as in `not_text`; other routes answer
   * `invalid_type`.
   */
  namesTypes?: boolean | undefined
  /** By status, for the description; `undefined` for an answer without a body. */
  responses: Readonly<Record<number, Answer | undefined>>
  /** Why the route cannot work now, such as a missing key; checked after the schema. */
  unavailable?: (() => ProblemCode | undefined) | undefined
  handle: (request: RouteRequest<body, query>) => Promise<RouteAnswer>
}

/** A request that passed every check. */
export type RouteRequest<body, query> = {
  id: string
  body: body
  query: query
  /** The signer, on signed routes. */
  signer: SignedBy | undefined
  /** The caller's network: an IPv4 address or an IPv6 /64; undefined for the machine itself. */
  network: string | undefined
  headers: Headers
  /** Aborts at the deadline and when the caller disconnects. */
  signal: AbortSignal
  /** Logs the operation that the request started, or attached to. */
  noteJob: (operationId: string) => void
}

/** What a handler returns: a body, or a problem of the table. */
export type RouteAnswer =
  | {
      status: 200 | 202
      body: unknown
      headers?: Readonly<Record<string, string>> | undefined
      rateLimits?: readonly RateLimitState[] | undefined
    }
  /** Bytes ready to be sent, for answers that are the same for every caller. */
  | { status: 200 | 304; bytes: Uint8Array; headers: Readonly<Record<string, string>> }
  | ProblemAnswer

/** A problem of the table, with its details. */
export type ProblemAnswer = {
  problem: ProblemCode
  /** Default: a few seconds where a retry can help. A random spread is added to that of `quota_exceeded`. */
  retryAfterSeconds?: number | undefined
  /** Limits that were reached; those that are not published are left out of the answer. */
  violated?: readonly string[] | undefined
  /** Fields that are well-formed and still invalid, such as an unknown chain. */
  errors?: readonly ProblemField[] | undefined
  rateLimits?: readonly RateLimitState[] | undefined
}

/** How much of one limit a caller has left, for the RateLimit headers. The window of its network is always included. */
export type RateLimitState = {
  policy: 'ip' | 'addr-day'
  quota: number
  windowSeconds: number
  remaining: number
  /** Seconds until more is available. */
  resetSeconds: number
}
