import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSignerRecovery, type SignerRecovery } from '../keys/createSignerRecovery.js'
import type { ServiceParts } from '../ServiceParts.js'
import { answerPage } from './internal/answerPage.js'
import { createInFlight } from './internal/createInFlight.js'
import { createNodeServer } from './internal/createNodeServer.js'
import { createRequestChecks } from './internal/createRequestChecks.js'
import { createResponder } from './internal/createResponder.js'
import { createServing } from './internal/createServing.js'
import { drain } from './internal/drain.js'
import { listenAt } from './internal/listenAt.js'
import { createRouteTable } from './internal/routeTable.js'
import type { Page } from './openPage.js'
import type { Route } from './Route.js'

/**
 * Creates the public listener: the given routes, each behind every check, and the files of a page if one is given.
 * `internal/answerRequest.ts` lists the checks in their order, the cheap ones first.
 *
 * It uses `node:http` without a framework, since the checks need what a framework hides: the raw path, repeated headers, a
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
  const { config, log } = parts
  const { limits, docsBase, host, port } = config
  const { bodyTimeoutMs = 10_000, headersTimeoutMs, lingerMs, tarpitMs = 250, checkAnswers = false, page } = options
  let phase: 'serving' | 'draining' | 'refusing' = 'serving'
  let recovery: SignerRecovery
  const isRefusing = () => phase === 'refusing'
  const table = createRouteTable(routes)
  const checks = createRequestChecks(parts, table, { bodyTimeoutMs })
  const inFlight = createInFlight({ ...parts, limits })
  const responder = createResponder({
    ...parts,
    bodyBytes: limits.bodyBytes,
    docsBase,
    tarpitMs,
    lingerMs,
    checkAnswers,
    isEnding: isRefusing,
  })
  const serving = createServing({ ...parts, table, checks, inFlight, responder, isRefusing, recovery: () => recovery })
  const timeouts = { connections: limits.connections, bodyTimeoutMs, headersTimeoutMs }
  const serve: typeof serving.serve = async (incoming, outgoing, expectsContinue) => {
    if (page !== undefined && phase !== 'refusing' && answerPage(page, incoming, outgoing)) return
    await serving.serve(incoming, outgoing, expectsContinue)
  }
  const server = createNodeServer({ ...parts, peers: checks.peers }, serve, timeouts)

  return {
    get url() {
      return urlOf(server)
    },
    get isDraining() {
      return phase !== 'serving'
    },
    get sizes() {
      const { running: working } = inFlight
      return { open: serving.open, working, delayed: responder.delayed, networks: checks.networks }
    },
    async listen() {
      recovery = await createSignerRecovery()
      await listenAt(server, { host, port, backlog: 511 })
      server.on('error', (error) => log.error('listener failed', { error: error.name }))
      if (!checks.letsBrowsersIn)
        log.warn('CORS_ORIGINS is empty: no browser is let in, the web application of the same origin included')
    },
    async close() {
      if (phase !== 'serving') return true
      phase = 'draining'
      const { drainDelayMs = 2_000, drainTimeoutMs = 20_000 } = options
      const refuse = () => {
        phase = 'refusing'
      }
      return drain(server, { delayMs: drainDelayMs, timeoutMs: drainTimeoutMs, refuse, idle: serving.idle })
    },
  }
}

export declare namespace createHttpServer {
  type Parts = Pick<ServiceParts, 'config' | 'log' | 'metrics' | 'now' | 'elapsed'>
  type Options = {
    /** Time for a body to arrive. @default 10_000 */
    bodyTimeoutMs?: number | undefined
    /** Time for the head of a request to arrive. @default 5_000 */
    headersTimeoutMs?: number | undefined
    /** Time between reporting not ready and the first refusal. @default 2_000 */
    drainDelayMs?: number | undefined
    /** Time for requests in progress when the service shuts down. @default 20_000 */
    drainTimeoutMs?: number | undefined
    /** How long a connection that is closed early is still read. @default 1_000 */
    lingerMs?: number | undefined
    /** Delay of refusals to a network that floods far beyond its rate limit. @default 250 */
    tarpitMs?: number | undefined
    /** Validates every answer against its schema, which tests do. @default false */
    checkAnswers?: boolean | undefined
    /** Files of the web application, served beside the routes. @default none */
    page?: Page | undefined
  }
  type ReturnType = {
    /** Resolves when requests are accepted. */
    listen: () => Promise<void>
    /**
     * Shuts down in order: requests in progress are finished, new ones are refused, then every connection closes.
     *
     * @returns Whether every request in progress was finished.
     */
    close: () => Promise<boolean>
    /** Where it listens, without a trailing slash. */
    readonly url: string
    /** Whether it is shutting down; it then reports not ready. */
    readonly isDraining: boolean
    /** Sizes of what is kept in memory. */
    readonly sizes: { open: number; working: number; delayed: number; networks: number }
  }
}

function urlOf(server: Server): string {
  // It listens on a port, so its address is not a path.
  const address = server.address() as AddressInfo | null
  if (address === null) throw new Error('The server does not listen.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
