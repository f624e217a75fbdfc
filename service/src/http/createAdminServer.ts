import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import openapi from '../../openapi.json' with { type: 'json' }
import type { ServiceParts } from '../ServiceParts.js'
import { createProbes, type Probe } from './createProbes.js'
import { describePage } from './describePage.js'
import { listenAt } from './internal/listenAt.js'
import { watchLoop } from './internal/watchLoop.js'
import type { OpenApi } from './OpenApi.js'
import type { Route } from './Route.js'

/**
 * Creates the second listener, for the operator only: it does not authenticate callers.
 *
 * `/livez` reports that the process runs, `/readyz` whether it should receive requests, `/metrics` its counters,
 * `/openapi.json` and `/docs` the routes it offers.
 *
 * @param probes - All must pass for the service to be ready. The answer names those that do not.
 * @example
 * const admin = createAdminServer(parts, routes, [{ name: 'store', check: () => store.probe() }])
 * await admin.listen()
 */
export function createAdminServer(
  parts: createAdminServer.Parts,
  routes: readonly Route[],
  probes: readonly Probe[],
  options: createAdminServer.Options = {},
): createAdminServer.ReturnType {
  const { config, metrics, log } = parts
  const loop = watchLoop()
  const eventLoopLagMs = options.eventLoopLagMs ?? loop.lagMs
  const readiness = createProbes(probes, { elapsed: parts.elapsed, timeoutMs: options.probeTimeoutMs })
  const description = descriptionOf(routes)
  const page = describePage(description)

  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'no-referrer')
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  })
  app.get('/livez', (c) => {
    const lagMs = Math.round(eventLoopLagMs())
    return c.json({ ok: lagMs < maxLagMs, eventLoopLagMs: lagMs }, lagMs < maxLagMs ? 200 : 503)
  })
  app.get('/readyz', async (c) => {
    const failing = await readiness()
    return c.json({ ok: failing.length === 0, failing }, failing.length === 0 ? 200 : 503)
  })
  app.get('/metrics', async (c) =>
    c.body(await metrics.registry.metrics(), 200, { 'Content-Type': metrics.registry.contentType }),
  )
  app.get('/openapi.json', (c) => c.json(description))
  app.get('/docs', (c) => c.html(page))
  app.notFound((c) => c.text('Not Found', 404))
  app.onError((error, c) => {
    log.error('admin request failed', { error: error.name })
    return c.text('Internal Server Error', 500)
  })

  const server = createAdaptorServer({ fetch: app.fetch })
  return {
    get url() {
      // It listens on a port, so its address is not a path.
      const { address, family, port } = server.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
    },
    listen: () => listenAt(server, { host: config.adminHost, port: config.adminPort }),
    close: () =>
      new Promise((resolve) => {
        loop.stop()
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

export declare namespace createAdminServer {
  type Parts = Pick<ServiceParts, 'config' | 'log' | 'metrics' | 'now' | 'elapsed'>
  type Options = {
    /** Delay of the event loop. @default measured */
    eventLoopLagMs?: (() => number) | undefined
    /** A probe that takes longer fails. @default 1_500 */
    probeTimeoutMs?: number | undefined
  }
  type ReturnType = { listen: () => Promise<void>; close: () => Promise<void>; readonly url: string }
}

/** The part of the committed description that covers these routes. */
function descriptionOf(routes: readonly Route[]): OpenApi {
  const offered = new Set<string>(routes.map(({ path }) => path))
  const paths = Object.entries(openapi.paths).filter(([path]) => offered.has(path))
  // A JSON module has no literal types; a test compares the file with the routes.
  return { ...openapi, paths: Object.fromEntries(paths) } as unknown as OpenApi
}

/** With a longer delay the process counts as blocked. */
const maxLagMs = 2000
