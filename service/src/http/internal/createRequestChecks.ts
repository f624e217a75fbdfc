import type { ServiceParts } from '../../ServiceParts.js'
import { elapsed as sinceStart } from '../../telemetry/elapsed.js'
import type { ProblemAnswer, Route } from '../Route.js'
import { type BodyOptions, checkBody } from './checkBody.js'
import { checkHead, type PassedHead } from './checkHead.js'
import { createClientNetwork } from './clientNetwork.js'
import { originSet } from './corsHeaders.js'
import type { Exchange } from './Exchange.js'
import { createIpWindow } from './ipWindow.js'
import { createPeerLimit, type PeerLimit } from './peerLimit.js'
import type { RouteTable } from './routeTable.js'

/**
 * Creates the checks between a request and its handler that need settings; {@link readInput} follows them. A refused
 * request changes nothing but the rate limit of its network.
 *
 * @throws When an origin, a trusted proxy or the path prefix is malformed.
 */
export function createRequestChecks(
  parts: Pick<ServiceParts, 'config' | 'metrics' | 'now' | 'elapsed'>,
  table: RouteTable,
  options: { bodyTimeoutMs: number },
): RequestChecks {
  const { config, metrics, now, elapsed = sinceStart } = parts
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
  const headParts = { table, window, perMinute, networkOf, elapsed }
  const { bodyBytes } = limits
  const bodyParts = { bodyBytes, bodyTimeoutMs, pathPrefix: config.publicPathPrefix, metrics, now }

  return {
    head: (exchange) => checkHead(headParts, exchange),
    body: (exchange, route, given) => checkBody(bodyParts, exchange, route, given),
    listedOrigin: (origin) => (origin !== undefined && origins.has(origin) ? origin : undefined),
    letsBrowsersIn: origins.size > 0,
    peers: createPeerLimit(limits, networkOf.networkOfPeer),
    get networks() {
      return window.size
    },
  }
}

/** Each check returns a problem, or its result. */
export type RequestChecks = {
  /** Path and method, origin, rate limit. It is synchronous. */
  head: (exchange: Exchange) => PassedHead | ProblemAnswer
  /** Media type, size, time, signature. */
  body: (exchange: Exchange, route: Route, given: BodyOptions) => Promise<ProblemAnswer | undefined>
  listedOrigin: (origin: string | undefined) => string | undefined
  /** Whether any origin is listed. */
  letsBrowsersIn: boolean
  /** How many connections a network may have. */
  peers: PeerLimit
  /** Networks that the rate limits remember. */
  readonly networks: number
}

/** A path that callers can sign. */
const prefixForm = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/
