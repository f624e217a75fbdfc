import type { ProblemAnswer, Route } from '../Route.js'
import type { ClientNetwork } from './clientNetwork.js'
import { preflightHeaders } from './corsHeaders.js'
import type { Exchange } from './Exchange.js'
import type { IpWindow } from './ipWindow.js'
import { announcedLength } from './readBody.js'
import type { RouteTable } from './routeTable.js'

/** The first of the request checks: path and method, origin, rate limit of the caller's network. It waits for nothing. */
export function checkHead(
  { table, window, perMinute, networkOf, elapsed }: HeadParts,
  exchange: Exchange,
): PassedHead | ProblemAnswer {
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
  const route = isPreflight ? (found.byMethod.get(asked) ?? found.routes[0]) : found.byMethod.get(incoming.method ?? '')
  if (route === undefined) {
    exchange.allow = found.allow
    return { problem: 'method_not_allowed' }
  }
  exchange.route = route

  if (origin !== undefined && exchange.origin === undefined) return { problem: 'origin_not_allowed' }

  const forwarded = headers['x-forwarded-for']
  const caller = networkOf(incoming.socket, Array.isArray(forwarded) ? forwarded.join(',') : forwarded)
  exchange.network = caller.network
  const taken = window.take(caller.key, route.window, elapsed())
  exchange.rateLimits = [
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
  if (isPreflight) return { preflight: preflightHeaders(found.routes.map(({ method }) => method)) }
  // A body of a GET has no defined meaning.
  if (route.method === 'GET' && announcedLength(incoming) !== 0) {
    exchange.closing = true
    return { problem: 'payload_too_large' }
  }
  return { route }
}

export type HeadParts = {
  table: RouteTable
  window: IpWindow<Route['window']>
  /** Requests a minute by window, for this instance. */
  perMinute: Readonly<Record<Route['window'], number>>
  networkOf: ClientNetwork
  /** A clock that is never set back, in milliseconds. */
  elapsed: () => number
}

/** A route to continue with, or a preflight to answer. */
export type PassedHead =
  | { route: Route; preflight?: undefined }
  | { route?: undefined; preflight: readonly (readonly [string, string])[] }
