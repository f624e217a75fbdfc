import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSignerRecovery, type SignerRecovery } from '../keys/createSignerRecovery.js'
import { placeOf } from '../telemetry/placeOf.js'
import { answerBrokenRequest } from './internal/answerBrokenRequest.js'
import { createGates, type Input } from './internal/createGates.js'
import { createResponder } from './internal/createResponder.js'
import { drain } from './internal/drain.js'
import { Exchange } from './internal/Exchange.js'
import { listenAt } from './internal/listenAt.js'
import { namesOf, problemOf } from './internal/problemOf.js'
import { createRouteTable } from './internal/routeTable.js'
import type { Route, RouteAnswer } from './Route.js'

/**
 * The public listener: the given routes and nothing else, each behind every gate. The gates stand in one order, the cheap
 * ones first, and the first that refuses answers; nothing is charged before the last of them.
 *
 * It speaks to `node:http` without a framework in between, since the gates look at what a framework hides: the path as it was
 * written, headers that came twice, a body that is still on its way.
 *
 * @throws When an origin, a trusted proxy or the path prefix is not of its form, or two routes have one method and path.
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
  const { drainDelayMs = 2000, drainTimeoutMs = 20_000 } = options
  const table = createRouteTable(routes)
  const gates = createGates(parts, table, { bodyTimeoutMs: options.bodyTimeoutMs ?? 10_000 })
  /** Requests without an answer. */
  const open = new Set<Exchange>()
  /** Requests a handler is busy with. */
  let working = 0
  /** The same by route, and by network: one must not take the places of all others. */
  const byRoute = new Map<string, number>()
  const byNetwork = new Map<string, number>()
  const networkShare = Math.max(1, Math.floor((limits.inFlight * limits.networkSharePercent) / 100))
  let phase: 'serving' | 'draining' | 'refusing' = 'serving'
  let recovery: SignerRecovery
  const responder = createResponder({
    bodyBytes: limits.bodyBytes,
    docsBase: config.docsBase,
    tarpitMs: options.tarpitMs ?? 250,
    lingerMs: options.lingerMs,
    checkAnswers: options.checkAnswers ?? false,
    metrics,
    now,
    isEnding: () => phase === 'refusing',
  })
  const { answer } = responder

  const server = createServer({
    maxHeaderSize: 8 * 1024,
    headersTimeout: options.headersTimeoutMs ?? 5000,
    // The body has a time of its own, which ends with an answer; this one only ends the connection.
    requestTimeout: (options.headersTimeoutMs ?? 5000) + (options.bodyTimeoutMs ?? 10_000),
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.min(1000, options.headersTimeoutMs ?? 1000),
    // Looked at here, so that the answer is like every other.
    requireHostHeader: false,
    insecureHTTPParser: false,
    noDelay: true,
  })
  server.maxConnections = limits.connections
  // Longer than every deadline: only a caller that does not read its answer is that silent.
  server.timeout = SILENCE_MS
  // The size of the head is what limits them; by default Node drops what is beyond 1,000 without a word.
  server.maxHeadersCount = 0
  server.on('request', (incoming, outgoing) => void serve(incoming, outgoing, false))
  server.on('checkContinue', (incoming, outgoing) => void serve(incoming, outgoing, true))
  server.on('checkExpectation', (incoming, outgoing) => void serve(incoming, outgoing, false))
  server.on('clientError', answerBrokenRequest)
  server.on('drop', () => metrics.count('http_dropped_connections_total'))

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean): Promise<void> {
    const exchange = new Exchange(incoming, outgoing)
    open.add(exchange)
    outgoing.once('close', () => settle(exchange))
    try {
      answer(exchange, await answerTo(exchange, expectsContinue))
    } catch (error) {
      fail(exchange, error)
    }
  }

  /** @returns Nothing where the answer is on its way already, or nobody waits for it. */
  function answerTo(exchange: Exchange, expectsContinue: boolean): MaybeAnswer | Promise<MaybeAnswer> {
    exchange.origin = gates.listedOrigin(exchange.incoming.headers.origin)
    if (phase === 'refusing') return { problem: 'shutting_down' }
    if (working >= limits.inFlight) return { problem: 'overloaded' }
    const passed = gates.head(exchange)
    if ('problem' in passed) return passed
    if (passed.preflight !== undefined) {
      responder.send(exchange, 204, passed.preflight, undefined)
      return undefined
    }
    const { route } = passed
    return route.method === 'GET' ? answerInput(exchange, route) : answerBody(exchange, route, expectsContinue)
  }

  async function answerBody(exchange: Exchange, route: Route, expectsContinue: boolean): Promise<MaybeAnswer> {
    const refused = await gates.body(exchange, route, expectsContinue, recovery)
    if (refused !== undefined || exchange.over) return refused
    // Only who works takes a place, and the body took its time.
    return working >= limits.inFlight ? { problem: 'overloaded' } : answerInput(exchange, route)
  }

  function answerInput(exchange: Exchange, route: Route): MaybeAnswer | Promise<MaybeAnswer> {
    const { network } = exchange
    if (network !== undefined && (byNetwork.get(network) ?? 0) >= networkShare)
      return { problem: 'rate_limited', retryAfterSeconds: 1, violated: ['in-flight'] }
    const input = gates.input(exchange, route)
    return 'problem' in input ? input : work(exchange, route, input)
  }

  async function work(exchange: Exchange, route: Route, input: Input): Promise<RouteAnswer> {
    let timer: NodeJS.Timeout | undefined
    place(exchange, route, 1)
    try {
      const late = new Promise<RouteAnswer>((resolve) => {
        timer = setTimeout(() => {
          resolve({ problem: 'upstream_timeout' })
          exchange.abort('deadline')
        }, route.deadlineMs)
      })
      const request = exchange.requestOf(input)
      const handled = route.handle(request)
      // After the deadline nobody waits for it any more.
      handled.catch(() => {})
      return await Promise.race([handled, late])
    } finally {
      clearTimeout(timer)
      place(exchange, route, -1)
    }
  }

  /** A handler begins or ends. */
  function place({ network }: Exchange, route: Route, change: 1 | -1): void {
    working += change
    metrics.gauge('http_in_flight_requests', add(byRoute, route.path, change), { route: route.path })
    if (network !== undefined && add(byNetwork, network, change) === 0) byNetwork.delete(network)
  }

  function fail(exchange: Exchange, error: unknown): void {
    const problem = problemOf(error)
    const facts = { requestId: exchange.id, route: exchange.route?.path, error: namesOf(error).join(' < ') }
    if (problem === 'internal_error') log.error('request failed', { ...facts, place: placeOf(error) })
    else log.warn('upstream failed', facts)
    try {
      answer(exchange, { problem })
    } catch {
      exchange.outgoing.destroy()
    }
  }

  /** Once for every request, answered or not. */
  function settle(exchange: Exchange): void {
    if (!open.delete(exchange)) return
    exchange.over = true
    if (!exchange.outgoing.writableFinished) exchange.abort('gone')
    const { incoming, status } = exchange
    const route = exchange.route?.path ?? table.find(exchange.path)?.routes[0]?.path ?? 'none'
    const method = methods.has(incoming.method ?? '') ? (incoming.method as string) : 'other'
    const seconds = exchange.seconds()
    metrics.count('http_requests_total', { route, method, status: status === 0 ? 'gone' : String(status) })
    metrics.observe('http_request_duration_seconds', seconds, { route })
    log.info('request', {
      requestId: exchange.id,
      method,
      route,
      status: status === 0 ? undefined : status,
      durationMs: Math.round(seconds * 1e5) / 100,
      code: exchange.code,
      jobId: exchange.jobId,
      ...(status === 0 ? { gone: true } : {}),
    })
    if (open.size === 0) idle()
  }

  let idle: () => void = () => {}

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
        idle: () => (open.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => (idle = resolve))),
      })
    },
  }
}

export declare namespace createHttpServer {
  type Parts = Pick<import('../parts/ServiceParts.js').ServiceParts, 'config' | 'log' | 'metrics' | 'now'>
  type Options = {
    /** For a body to arrive. @default 10_000 */
    bodyTimeoutMs?: number | undefined
    /** For the head of a request to arrive. @default 5_000 */
    headersTimeoutMs?: number | undefined
    /** Between the readiness that is gone and the first refusal. @default 2_000 */
    drainDelayMs?: number | undefined
    /** For requests that are under way when the service ends. @default 20_000 */
    drainTimeoutMs?: number | undefined
    /** How long a connection that is closed early is still read. @default 1_000 */
    lingerMs?: number | undefined
    /** How late a network is refused that keeps asking far beyond its window. @default 250 */
    tarpitMs?: number | undefined
    /** For tests: holds every answer against its schema. @default false */
    checkAnswers?: boolean | undefined
  }
  type ReturnType = {
    /** Resolves when requests are taken. */
    listen: () => Promise<void>
    /**
     * Ends in order: what is under way is finished, new requests are refused, then every connection closes.
     *
     * @returns Whether everything that was under way could be finished.
     */
    close: () => Promise<boolean>
    /** Where it listens, without a slash at the end. */
    readonly url: string
    /** Readiness has to be false from here on. */
    readonly isDraining: boolean
    /** How much is kept in memory. */
    readonly sizes: { open: number; working: number; delayed: number; networks: number }
  }
}

const SILENCE_MS = 30_000

/** @returns The new number. */
function add(counts: Map<string, number>, name: string, change: number): number {
  const count = (counts.get(name) ?? 0) + change
  counts.set(name, count)
  return count
}

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

type MaybeAnswer = RouteAnswer | undefined
