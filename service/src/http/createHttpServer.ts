import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSignerRecovery, type SignerRecovery } from '../keys/createSignerRecovery.js'
import type { ServiceParts } from '../ServiceParts.js'
import { placeOf } from '../telemetry/placeOf.js'
import { answerRequest } from './internal/answerRequest.js'
import { createGates } from './internal/createGates.js'
import { createInFlight } from './internal/createInFlight.js'
import { createNodeServer } from './internal/createNodeServer.js'
import { createResponder } from './internal/createResponder.js'
import { drain } from './internal/drain.js'
import { Exchange } from './internal/Exchange.js'
import { listenAt } from './internal/listenAt.js'
import { namesOf, problemOf } from './internal/problemOf.js'
import { reportExchange } from './internal/reportExchange.js'
import { createRouteTable } from './internal/routeTable.js'
import type { Route } from './Route.js'

/**
 * Creates the public listener: the given routes and nothing else, each behind every gate. `internal/answerRequest.ts` lists
 * the gates in their order, the cheap ones first.
 *
 * It uses `node:http` without a framework, since the gates need what a framework hides: the raw path, repeated headers, a
 * body that is still arriving.
 *
 * @throws When an origin, a trusted proxy or the path prefix is malformed, or two routes have one method and path.
 * @example
 * const server = createHttpServer(parts, [health, cosignerAddress])
 * await server.listen()
 */
export function createHttpServer(
  parts: createHttpServer.Parts,
  routes: readonly Route[],
  options: createHttpServer.Options = {},
): createHttpServer.ReturnType {
  const { config, log, metrics, now } = parts
  const { limits } = config
  const { bodyTimeoutMs = 10_000, drainDelayMs = 2_000, drainTimeoutMs = 20_000 } = options
  const table = createRouteTable(routes)
  const gates = createGates(parts, table, { bodyTimeoutMs })
  const inFlight = createInFlight({ limits, metrics })
  const isRefusing = () => phase === 'refusing'
  const responder = createResponder({
    bodyBytes: limits.bodyBytes,
    docsBase: config.docsBase,
    tarpitMs: options.tarpitMs ?? 250,
    lingerMs: options.lingerMs,
    checkAnswers: options.checkAnswers ?? false,
    metrics,
    now,
    isEnding: isRefusing,
  })
  const answering = { gates, inFlight, responder, isRefusing, recovery: () => recovery }
  const { connections } = limits
  const server = createNodeServer(parts, serve, {
    connections,
    bodyTimeoutMs,
    headersTimeoutMs: options.headersTimeoutMs,
  })
  /** Requests that have no answer yet. */
  const open = new Set<Exchange>()
  let phase: 'serving' | 'draining' | 'refusing' = 'serving'
  let recovery: SignerRecovery
  let onIdle: () => void = () => {}

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean): Promise<void> {
    const exchange = new Exchange(incoming, outgoing)
    open.add(exchange)
    outgoing.once('close', () => settle(exchange))
    try {
      responder.answer(exchange, await answerRequest(exchange, expectsContinue, answering))
    } catch (error) {
      fail(exchange, error)
    }
  }

  function fail(exchange: Exchange, error: unknown): void {
    const problem = problemOf(error)
    const facts = { requestId: exchange.id, route: exchange.route?.path, error: namesOf(error).join(' < ') }
    if (problem === 'internal_error') log.error('request failed', { ...facts, place: placeOf(error) })
    else log.warn('upstream failed', facts)
    try {
      responder.answer(exchange, { problem })
    } catch {
      exchange.outgoing.destroy()
    }
  }

  /** Runs once for every request, answered or not. */
  function settle(exchange: Exchange): void {
    if (!open.delete(exchange)) return
    exchange.over = true
    if (!exchange.outgoing.writableFinished) exchange.abort('gone')
    reportExchange(exchange, { table, metrics, log })
    if (open.size === 0) onIdle()
  }

  return {
    get url() {
      const address = server.address() as AddressInfo | null
      if (address === null) throw new Error('The server does not listen.')
      const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
      return `http://${host}:${address.port}`
    },
    get isDraining() {
      return phase !== 'serving'
    },
    get sizes() {
      const { running: working } = inFlight
      return { open: open.size, working, delayed: responder.delayed, networks: gates.networks }
    },
    async listen() {
      recovery = await createSignerRecovery()
      await listenAt(server, { host: config.host, port: config.port, backlog: 511 })
      server.on('error', (error) => log.error('listener failed', { error: error.name }))
      if (!gates.letsBrowsersIn)
        log.warn('CORS_ORIGINS is empty: no browser is let in, the web application of the same origin included')
    },
    async close() {
      if (phase !== 'serving') return true
      phase = 'draining'
      return drain(server, {
        delayMs: drainDelayMs,
        timeoutMs: drainTimeoutMs,
        refuse: () => {
          phase = 'refusing'
        },
        idle: () => (open.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => (onIdle = resolve))),
      })
    },
  }
}

export declare namespace createHttpServer {
  type Parts = Pick<ServiceParts, 'config' | 'log' | 'metrics' | 'now'>
  type Options = {
    /** For a body to arrive. @default 10_000 */
    bodyTimeoutMs?: number | undefined
    /** For the head of a request to arrive. @default 5_000 */
    headersTimeoutMs?: number | undefined
    /** Between the end of readiness and the first refusal. @default 2_000 */
    drainDelayMs?: number | undefined
    /** For requests that are under way when the service ends. @default 20_000 */
    drainTimeoutMs?: number | undefined
    /** How long a connection that is closed early is still read. @default 1_000 */
    lingerMs?: number | undefined
    /** How late a network is refused that floods far beyond its rate limit. @default 250 */
    tarpitMs?: number | undefined
    /** Validates every answer against its schema, which tests do. @default false */
    checkAnswers?: boolean | undefined
  }
  type ReturnType = {
    /** Resolves when requests are accepted. */
    listen: () => Promise<void>
    /**
     * Ends in order: what is under way is finished, new requests are refused, then every connection closes.
     *
     * @returns Whether everything that was under way could be finished.
     */
    close: () => Promise<boolean>
    /** Where it listens, without a slash at the end. */
    readonly url: string
    /** Whether it is shutting down; readiness is false then. */
    readonly isDraining: boolean
    /** What is kept in memory. */
    readonly sizes: { open: number; working: number; delayed: number; networks: number }
  }
}
