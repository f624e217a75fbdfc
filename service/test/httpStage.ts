import { request } from 'node:http'
import { connect } from 'node:net'
import { object } from '@holdfast/sdk/wire/schemas'
import { boolean, number, optional, pipe, regex, string, unknown } from 'valibot'
import type { Config } from '../src/config/Config.js'
import { answer } from '../src/http/answer.js'
import { createHttpServer } from '../src/http/createHttpServer.js'
import { defineRoute } from '../src/http/defineRoute.js'
import type { Route } from '../src/http/Route.js'
import { createLog } from '../src/telemetry/createLog.js'
import { createMetrics } from '../src/telemetry/createMetrics.js'

/** A server of dummy routes for tests, with its log and metrics. */
export async function startStage(options: startStage.Options = {}) {
  const lines: string[] = []
  const clock = { offsetMs: 0 }
  const now = () => Date.now() + clock.offsetMs
  const log = createLog({ level: 'debug', write: (line) => lines.push(line), now })
  const metrics = createMetrics({ version: '0.2.0', commit: 'test' })
  const config = { ...stageConfig, ...options.config, limits: { ...stageConfig.limits, ...options.limits } }
  const server = createHttpServer({ config, log, metrics, now }, options.routes ?? dummyRoutes(), {
    drainDelayMs: 0,
    tarpitMs: 0,
    lingerMs: 200,
    ...options.server,
  })
  await server.listen()
  return { server, url: server.url, lines, metrics, clock, config, now }
}

export declare namespace startStage {
  type Options = {
    config?: Partial<Config> | undefined
    limits?: Partial<Config['limits']> | undefined
    routes?: readonly Route[] | undefined
    server?: createHttpServer.Options | undefined
  }
}

/** Has no limit that a test could reach by accident. */
export const stageConfig: Config = {
  host: '127.0.0.1',
  port: 0,
  mode: 'service',
  keeping: { dailyLimit: 5_000_000n, pullLimit: 5_000_000n, serviceUrl: undefined, boxes: [], refill: undefined },
  adminHost: '127.0.0.1',
  adminPort: 0,
  publicPathPrefix: '',
  corsOrigins: ['https://app.example'],
  webDirectory: undefined,
  trustedProxies: ['127.0.0.0/8', '::1/128'],
  instances: 1,
  instanceId: 'test',
  store: { kind: 'sqlite', directory: '' },
  retention: { auditDays: 365, endedDays: 30 },
  policyQuorum: 1,
  chains: [],
  firewallCacheBytes: 64 * 1024 * 1024,
  cosigner: undefined,
  relayer: undefined,
  keeper: undefined,
  model: undefined,
  sponsor: undefined,
  limits: {
    addressUnitsPerDay: 50,
    globalUnitsPerDay: 2000,
    networkSharePercent: 25,
    preflightFailuresPerHour: 20,
    perMinute: { read: 1e6, health: 1e6, cosign: 1e6, signed: 1e6, investigate: 1e6 },
    bodyBytes: 8192,
    inFlight: 128,
    connections: 512,
    waitMs: 12_000,
  },
  money: {
    maxFeePerGas: 0n,
    maxTransactionCost: 0n,
    addressDaily: 0n,
    globalDaily: 0n,
    maxSeed: 0n,
    lowBalance: 0n,
  },
  docsBase: undefined,
  logLevel: 'debug',
}

const digits = pipe(string('not_text'), regex(/^[0-9]+$/, 'not_text'))

/** The answer of the dummy health route. */
export const okSchema = object({ ok: boolean('not_one_of') })

/** One route of each kind: open and signed, with and without a body and a query. */
export function dummyRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/health',
      window: 'health',
      signed: false,
      deadlineMs: 1000,
      summary: 'Health.',
      responses: { 200: answer(okSchema) },
      handle: async () => ({ status: 200, body: { ok: true } }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/cosign',
      window: 'read',
      signed: false,
      deadlineMs: 1000,
      summary: 'Address.',
      responses: { 200: answer(object({ address: string() })) },
      handle: async () => ({
        status: 200,
        body: { address: '0x0000000000000000000000000000000000000001' },
        headers: { 'Cache-Control': 'public, max-age=60' },
      }),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/cosign',
      window: 'cosign',
      signed: false,
      deadlineMs: 8000,
      summary: 'Echo.',
      body: object({ amount: digits, nested: optional(unknown()) }),
      responses: { 200: answer(object({ amount: string() })) },
      handle: async ({ body }) => ({ status: 200, body: { amount: body.amount } }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/announcements',
      window: 'read',
      signed: false,
      deadlineMs: 1000,
      summary: 'Bytes.',
      query: object({ chainId: optional(digits) }),
      responses: { 200: answer(unknown()), 304: undefined },
      handle: async ({ headers }) => {
        const sent = { ETag: '"one"', 'Cache-Control': 'public, max-age=5', Vary: 'Accept-Encoding' }
        if (headers.get('if-none-match') === '"one"') return { status: 304, bytes: new Uint8Array(), headers: sent }
        const bytes = Uint8Array.of(0x1f, 0x8b, 0, 255)
        const type = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
        return { status: 200, bytes, headers: { ...sent, ...type } }
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/relay/gas',
      window: 'signed',
      signed: true,
      deadlineMs: 15_000,
      summary: 'Signed.',
      body: object({ to: string('not_text') }),
      responses: { 200: answer(object({ signer: string(), digest: string(), timestamp: number() })) },
      handle: async ({ signer }) => ({
        status: 200,
        body: { signer: signer?.address, digest: signer?.digest, timestamp: signer?.timestamp },
        rateLimits: [{ policy: 'addr-day', quota: 50, windowSeconds: 86_400, remaining: 44, resetSeconds: 41_230 }],
      }),
    }),
  ]
}

/** Sends a request with Node's client and reads the answer. */
export function send(url: string, options: send.Options = {}): Promise<send.Answer> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, path: options.path ?? new URL(url).pathname + new URL(url).search })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const isJson = /json/.test(response.headers['content-type'] ?? '') && bytes[0] === 0x7b
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          bytes,
          body: isJson ? JSON.parse(bytes.toString()) : undefined,
        })
      })
    })
    sent.end(body)
  })
}

export declare namespace send {
  type Options = {
    method?: string | undefined
    headers?: Record<string, string | string[]> | undefined
    body?: string | Uint8Array | undefined
    path?: string | undefined
  }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every kind
  type Answer = { status: number; headers: Record<string, string>; bytes: Buffer; body: any }
}

/** Sends JSON. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<send.Answer> {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return send(url, { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...headers } })
}

/** Sends bytes unchanged on one connection, and returns everything received until it ends. */
export function sendRaw(
  url: string,
  bytes: string | Uint8Array,
  options: { endAfterMs?: number } = {},
): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    const timer = setTimeout(() => socket.destroy(), options.endAfterMs ?? 5000)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
    socket.write(bytes)
  })
}
