import type { SignerRecovery } from '../../keys/createSignerRecovery.js'
import type { ServiceParts } from '../../parts/ServiceParts.js'
import type { ProblemAnswer, Route } from '../Route.js'
import { checkSchema } from './checkSchema.js'
import { createClientNetwork } from './clientNetwork.js'
import { originSet, preflightHeaders } from './corsHeaders.js'
import type { Exchange } from './Exchange.js'
import { createIpWindow } from './ipWindow.js'
import { parseJson } from './parseJson.js'
import { announcedLength, isPlainJson, readBody } from './readBody.js'
import { readQuery } from './readQuery.js'
import type { RouteTable } from './routeTable.js'
import { proveSigner, readSignedHeaders } from './signedHeaders.js'

/**
 * The gates between a request and its handler, in the order in which they are asked: head, body, input. Nothing but the
 * window of its network remembers a request that one of them refuses.
 *
 * @throws When an origin, a trusted proxy or the path prefix is not of its form.
 */
export function createGates(
  parts: Pick<ServiceParts, 'config' | 'metrics' | 'now'>,
  table: RouteTable,
  options: { bodyTimeoutMs: number },
): Gates {
  const { config, metrics, now } = parts
  const { limits } = config
  const { bodyTimeoutMs } = options
  if (config.publicPathPrefix !== '' && !prefixForm.test(config.publicPathPrefix))
    throw new TypeError(`\`${config.publicPathPrefix}\` is not a path without a slash at the end.`)
  const origins = originSet(config.corsOrigins)
  const networkOf = createClientNetwork(config.trustedProxies)
  const share = (limit: number) => Math.max(1, Math.floor(limit / config.instances))
  const { read, health, cosign, signed, investigate } = limits.perMinute
  const perMinute = {
    read: share(read),
    health: share(health),
    cosign: share(cosign),
    signed: share(signed),
    investigate: share(investigate),
  }
  const window = createIpWindow(perMinute)
  function head(exchange: Exchange): Passed | ProblemAnswer {
    const { incoming } = exchange
    const { headers } = incoming
    const { origin } = headers
    if (exchange.isAmbiguous()) {
      exchange.closing = true
      return { problem: 'invalid_request' }
    }

    const found = table.find(exchange.path)
    if (found === undefined) return { problem: 'not_found' }
    const asked = headers['access-control-request-method']
    const isPreflight = incoming.method === 'OPTIONS' && origin !== undefined && asked !== undefined
    const route = isPreflight
      ? (found.byMethod.get(asked) ?? found.routes[0])
      : found.byMethod.get(incoming.method ?? '')
    if (route === undefined) {
      exchange.allow = found.allow
      return { problem: 'method_not_allowed' }
    }
    exchange.route = route

    if (origin !== undefined && exchange.origin === undefined) return { problem: 'origin_not_allowed' }

    const forwarded = headers['x-forwarded-for']
    const caller = networkOf(incoming.socket, Array.isArray(forwarded) ? forwarded.join(',') : forwarded)
    exchange.network = caller.network
    const taken = window.take(caller.key, route.window, now())
    exchange.standings = [
      {
        policy: 'ip',
        quota: perMinute[route.window],
        windowSeconds: 60,
        remaining: taken.remaining,
        resetSeconds: taken.resetSeconds,
      },
    ]
    if (!taken.ok) {
      exchange.isFlooding = taken.refused > perMinute[route.window]
      return { problem: 'rate_limited', retryAfterSeconds: taken.resetSeconds, violated: ['ip'] }
    }
    if (isPreflight) {
      return { preflight: preflightHeaders(found.routes.map(({ method }) => method)) }
    }
    // What a body of a GET would mean is defined nowhere.
    if (route.method === 'GET' && announcedLength(incoming) !== 0) {
      exchange.closing = true
      return { problem: 'payload_too_large' }
    }
    return { route }
  }

  async function body(
    exchange: Exchange,
    route: Route,
    expectsContinue: boolean,
    recovery: SignerRecovery,
  ): Promise<ProblemAnswer | undefined> {
    const { incoming, outgoing } = exchange
    const length = announcedLength(incoming)
    exchange.closing = length === undefined
    if (length === undefined || !isPlainJson(incoming)) return { problem: 'unsupported_media_type' }
    if (length > limits.bodyBytes && length !== Number.POSITIVE_INFINITY) return { problem: 'payload_too_large' }
    if (expectsContinue) outgoing.writeContinue()
    const bytes = await readBody(incoming, { bytes: limits.bodyBytes, timeoutMs: bodyTimeoutMs })
    if (bytes === 'gone') {
      exchange.over = true
      return undefined
    }
    if (typeof bytes === 'string') {
      exchange.closing = true
      return { problem: bytes }
    }
    exchange.body = bytes
    return route.signed ? signature(exchange, bytes, recovery) : undefined
  }

  function signature(exchange: Exchange, body: Uint8Array, recovery: SignerRecovery): ProblemAnswer | undefined {
    // The signature does not cover it.
    if (exchange.search.length > 1) return { problem: 'invalid_request' }
    const headers = readSignedHeaders(exchange.incoming.headers, now())
    if (typeof headers === 'string') {
      metrics.count('auth_failures_total', { code: headers })
      return { problem: headers }
    }
    const signer = proveSigner(headers, config.publicPathPrefix + exchange.path, body, recovery)
    if (signer === undefined) {
      metrics.count('auth_failures_total', { code: 'signature_invalid' })
      return { problem: 'signature_invalid' }
    }
    exchange.signer = signer
    return undefined
  }

  return {
    head,
    body,
    input: readInput,
    listedOrigin: (origin) => (origin !== undefined && origins.has(origin) ? origin : undefined),
    letsBrowsersIn: origins.size > 0,
    get networks() {
      return window.size
    },
  }
}

/** Each says either what is wrong, or what it has found out. */
export type Gates = {
  /** Path and method, origin, window. Nothing here waits. */
  head: (exchange: Exchange) => Passed | ProblemAnswer
  /** Media type, size, time, signature. */
  body: (
    exchange: Exchange,
    route: Route,
    expectsContinue: boolean,
    recovery: SignerRecovery,
  ) => Promise<ProblemAnswer | undefined>
  /** JSON, schemas, and whether the route works at all. */
  input: (exchange: Exchange, route: Route) => Input | ProblemAnswer
  listedOrigin: (origin: string | undefined) => string | undefined
  letsBrowsersIn: boolean
  /** In the table of the window. */
  readonly networks: number
}

/** A route to go on with, or a preflight to answer. */
type Passed =
  | { route: Route; preflight?: undefined }
  | { route?: undefined; preflight: readonly (readonly [string, string])[] }

/** What a handler is given of a request. */
export type Input = { body: unknown; query: unknown }

/** What callers can sign. */
const prefixForm = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/

function readInput(exchange: Exchange, route: Route): Input | ProblemAnswer {
  const input: Input = { body: undefined, query: undefined }
  const query = readQuery(exchange.search, route.query)
  if (query.errors !== undefined) return { problem: 'invalid_request', errors: query.errors }
  input.query = query.value
  if (route.method === 'POST') {
    const json = parseJson(exchange.body)
    if (json === undefined) return { problem: 'invalid_json' }
    if (route.body !== undefined) {
      const body = checkSchema(route.body, json)
      if (body.errors !== undefined) return { problem: 'invalid_request', errors: body.errors }
      input.body = body.value
    }
  }
  const unavailable = route.unavailable?.()
  return unavailable === undefined ? input : { problem: unavailable }
}
