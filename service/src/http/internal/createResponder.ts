import { API_REQUEST_WINDOW_MS, PROBLEMS, type ProblemCode } from '@holdfast/sdk/wire'
import type { Metrics } from '../../telemetry/Telemetry.js'
import type { ProblemAnswer, RouteAnswer } from '../Route.js'
import { closeSlowly } from './closeSlowly.js'
import { EXPOSED_HEADERS } from './corsHeaders.js'
import type { Exchange } from './Exchange.js'
import { problemBody } from './problemBody.js'
import { rateHeaders } from './rateHeaders.js'
import { announcedLength } from './readBody.js'
import { SECURITY_HEADERS } from './securityHeaders.js'

/** Writes answers, each with the headers that every answer has. */
export function createResponder(options: createResponder.Options): Responder {
  const { bodyBytes, docsBase, tarpitMs, lingerMs, checkAnswers, metrics, now, isEnding } = options
  let delayed = 0

  function answer(exchange: Exchange, given: RouteAnswer | undefined): void {
    if (given === undefined || exchange.over || exchange.outgoing.headersSent) return
    if ('problem' in given) {
      refuse(exchange, given)
      return
    }
    if ('bytes' in given) {
      const bytes = given.status === 304 ? undefined : given.bytes
      send(exchange, given.status, Object.entries(given.headers), bytes)
      return
    }
    const { status, body, headers, standings } = given
    if (checkAnswers) exchange.route?.responses[status]?.parse(body)
    const text = JSON.stringify(body)
    if (standings !== undefined) exchange.standings = [...exchange.standings, ...standings]
    send(exchange, status, [['Content-Type', 'application/json'], ...Object.entries(headers ?? {})], text)
  }

  function refuse(exchange: Exchange, given: ProblemAnswer): void {
    const { problem: code } = given
    const { status, retryable } = PROBLEMS[code]
    const { incoming } = exchange
    exchange.code = code
    // What was asked for and is not taken any more must not be mistaken for a next request, nor keep the connection busy.
    const unread = incoming.complete ? 0 : (announcedLength(incoming) ?? Number.POSITIVE_INFINITY)
    if (status === 408 || status === 413 || code === 'shutting_down' || unread > bodyBytes) exchange.closing = true
    if (given.standings !== undefined) exchange.standings = [...exchange.standings, ...given.standings]

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
    const text = JSON.stringify(body)
    if (!exchange.isFlooding || tarpitMs === 0 || delayed >= MAX_DELAYED) {
      send(exchange, status, headers, text)
      return
    }
    delayed++
    const timer = setTimeout(() => send(exchange, status, headers, text), tarpitMs)
    exchange.outgoing.once('close', () => {
      clearTimeout(timer)
      delayed--
    })
  }

  function send(
    exchange: Exchange,
    status: number,
    given: readonly (readonly [string, string])[],
    body: string | Uint8Array | undefined,
  ): void {
    const { incoming, outgoing } = exchange
    if (outgoing.destroyed || outgoing.headersSent) return
    const headers: string[] = [...SECURITY_HEADERS, 'X-Request-Id', exchange.id]
    let vary = 'Origin'
    let cacheControl = 'no-store'
    for (const [name, value] of given) {
      const lower = name.toLowerCase()
      if (lower === 'vary') vary = value.toLowerCase().includes('origin') ? value : `Origin, ${value}`
      else if (lower === 'cache-control') cacheControl = value
      else if (!ownHeaders.has(lower)) headers.push(name, value)
    }
    headers.push('Cache-Control', cacheControl, 'Vary', vary)
    if (exchange.origin !== undefined)
      headers.push('Access-Control-Allow-Origin', exchange.origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS)
    // What a shared cache keeps must not carry one caller's standing.
    if (!/\bpublic\b/.test(cacheControl)) for (const pair of rateHeaders(exchange.standings)) headers.push(...pair)
    if (body !== undefined) headers.push('Content-Length', String(Buffer.byteLength(body)))
    if (exchange.closing || isEnding()) {
      headers.push('Connection', 'close')
      closeSlowly(incoming, outgoing, lingerMs)
    }
    exchange.status = status
    outgoing.writeHead(status, headers)
    outgoing.end(body)
  }

  return {
    answer,
    send,
    get delayed() {
      return delayed
    },
  }
}

/** What answers requests. */
export type Responder = {
  /** What a handler or a gate said. Does nothing where it said nothing, or there is an answer already. */
  answer: (exchange: Exchange, given: RouteAnswer | undefined) => void
  send: (
    exchange: Exchange,
    status: number,
    headers: readonly (readonly [string, string])[],
    body: string | Uint8Array | undefined,
  ) => void
  /** Refusals that wait. */
  readonly delayed: number
}

export declare namespace createResponder {
  type Options = {
    bodyBytes: number
    docsBase: string | undefined
    tarpitMs: number
    lingerMs: number | undefined
    checkAnswers: boolean
    metrics: Metrics
    now: () => number
    /** Whether connections end with their next answer. */
    isEnding: () => boolean
  }
}

/** Refusals that wait, at most: they hold connections. */
const MAX_DELAYED = 64

/** Names of limits that callers may see; how far the common pool is, helps nobody but an attacker. */
const publishedPolicies = new Set(['ip', 'addr-day'])

/** Set here for every answer; a handler's are ignored. */
const ownHeaders = new Set([
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
  'connection',
  'content-length',
  'content-security-policy',
  'keep-alive',
  'ratelimit',
  'ratelimit-policy',
  'referrer-policy',
  'server',
  'set-cookie',
  'transfer-encoding',
  'x-content-type-options',
  'x-powered-by',
  'x-request-id',
])

const waitSeconds: Partial<Record<ProblemCode, number>> = {
  overloaded: 1,
  shutting_down: 5,
  fee_ceiling: 60,
  relayer_depleted: 300,
}

/** How long a caller should wait. Everybody's day ends at once; they need not all come back at once. */
function waitOf(code: ProblemCode, given: number | undefined): number {
  const seconds = Math.max(1, Math.ceil(given ?? waitSeconds[code] ?? 5))
  return code === 'quota_exceeded' ? seconds + Math.floor(Math.random() * 31) : seconds
}
