import type { SignerRecovery } from '../../keys/createSignerRecovery.js'
import type { Route, RouteAnswer } from '../Route.js'
import type { InFlight } from './createInFlight.js'
import type { RequestChecks } from './createRequestChecks.js'
import type { Responder } from './createResponder.js'
import type { Exchange } from './Exchange.js'
import { readInput } from './readInput.js'
import type { RouteTable } from './routeTable.js'
import { runHandler } from './runHandler.js'

/**
 * Passes a request through every check to its handler. The first check that refuses answers; no quota is charged before the
 * handler.
 *
 * @returns `undefined` when the answer is already being sent, or the caller has disconnected.
 */
export function answerRequest(
  parts: AnswerParts,
  exchange: Exchange,
  expectsContinue: boolean,
): MaybeAnswer | Promise<MaybeAnswer> {
  const { checks, inFlight, responder, table } = parts
  exchange.origin = checks.listedOrigin(exchange.incoming.headers.origin)
  if (parts.isRefusing()) return { problem: 'shutting_down' }
  const asked = table.find(exchange.path)?.byMethod.get(exchange.incoming.method ?? '')
  if (inFlight.isFull(asked)) return { problem: 'overloaded' }

  const passed = checks.head(exchange)
  if ('problem' in passed) return passed
  if (passed.preflight !== undefined) {
    responder.send(exchange, 204, passed.preflight, undefined)
    return undefined
  }
  const { route } = passed
  return route.method === 'GET' ? handle(exchange, route, parts) : answerBody(exchange, route, expectsContinue, parts)
}

export type AnswerParts = {
  checks: RequestChecks
  inFlight: InFlight
  responder: Pick<Responder, 'send'>
  table: RouteTable
  /** Whether the server is shutting down. */
  isRefusing: () => boolean
  /** Loaded before the server listens. */
  recovery: () => SignerRecovery
}

type MaybeAnswer = RouteAnswer | undefined

async function answerBody(
  exchange: Exchange,
  route: Route,
  expectsContinue: boolean,
  parts: AnswerParts,
): Promise<MaybeAnswer> {
  const refused = await parts.checks.body(exchange, route, { expectsContinue, recovery: parts.recovery() })
  if (refused !== undefined || exchange.over) return refused
  // Checked again: reading the body may have taken a while.
  return parts.inFlight.isFull(route) ? { problem: 'overloaded' } : handle(exchange, route, parts)
}

function handle(exchange: Exchange, route: Route, { inFlight }: AnswerParts): MaybeAnswer | Promise<MaybeAnswer> {
  if (inFlight.isFullFor(exchange.network, route))
    return { problem: 'rate_limited', retryAfterSeconds: 1, violated: ['in-flight'] }
  const input = readInput(exchange, route)
  if ('problem' in input) return input
  return inFlight.run(exchange, route, () => runHandler(exchange, route, input))
}
