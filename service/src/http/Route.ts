import type { ProblemCode, ProblemField } from '@holdfast/sdk/wire'
import type { Schema } from '@holdfast/sdk/wire/schemas'
import type { SignedBy } from '../keys/SignedBy.js'
import type { Answer } from './answer.js'

/** One of the ten routes, as the server mounts and describes it. */
export type Route<body = unknown, query = unknown> = {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  /** Which per-IP window counts it. */
  window: 'read' | 'health' | 'cosign' | 'signed' | 'investigate'
  /** Whether the request has to carry a signature. */
  signed: boolean
  /** Answers after this long, whatever happens. */
  deadlineMs: number
  summary: string
  body?: Schema<body> | undefined
  query?: Schema<query> | undefined
  /** Whether a refused body says which type a field must have, as `not_text`; other routes answer `invalid_type`. */
  namesTypes?: boolean | undefined
  /** By status, for the description; `undefined` for an answer without a body. */
  responses: Readonly<Record<number, Answer | undefined>>
  /** Why the route cannot work now, as with a missing key; asked after the schema. */
  unavailable?: (() => ProblemCode | undefined) | undefined
  handle: (request: RouteRequest<body, query>) => Promise<RouteAnswer>
}

/** A request that passed every gate before the work. */
export type RouteRequest<body, query> = {
  id: string
  body: body
  query: query
  /** Who signed, on signed routes. */
  signer: SignedBy | undefined
  /** The caller's network: an IPv4 address or an IPv6 /64; undefined for the machine itself. */
  network: string | undefined
  headers: Headers
  /** Aborts at the deadline and when the caller is gone. */
  signal: AbortSignal
  /** Names in the log the operation that the request began, or found under way. */
  noteJob: (operationId: string) => void
}

/** What a handler answers: a body, or a problem of the table. */
export type RouteAnswer =
  | {
      status: 200 | 202
      body: unknown
      headers?: Readonly<Record<string, string>> | undefined
      standings?: readonly Standing[] | undefined
    }
  /** Bytes ready to be sent, for answers that are the same for everybody. */
  | { status: 200 | 304; bytes: Uint8Array; headers: Readonly<Record<string, string>> }
  | ProblemAnswer

/** A problem of the table, and what is known of it. */
export type ProblemAnswer = {
  problem: ProblemCode
  /** Left out: a few seconds where a retry can help. A random spread is added to that of `quota_exceeded`. */
  retryAfterSeconds?: number | undefined
  /** Limits that were reached; those that are not published are left out of the answer. */
  violated?: readonly string[] | undefined
  /** Fields that are of their form and still wrong, as an unknown chain. */
  errors?: readonly ProblemField[] | undefined
  standings?: readonly Standing[] | undefined
}

/** How a caller stands with one limit, told in the RateLimit headers. The window of its network is always told. */
export type Standing = {
  policy: 'ip' | 'addr-day'
  quota: number
  windowSeconds: number
  remaining: number
  /** Until there is more. */
  resetSeconds: number
}
