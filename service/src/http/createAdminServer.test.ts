import { afterEach, describe, expect, test } from 'vitest'
import { dummyRoutes, send, stageConfig } from '../../test/httpStage.js'
import { createLog } from '../telemetry/createLog.js'
import { createMetrics } from '../telemetry/createMetrics.js'
import { createAdminServer } from './createAdminServer.js'
import type { Probe } from './createProbes.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function startAdmin(probes: readonly Probe[], options?: createAdminServer.Options) {
  const clock = { now: 1_790_000_000_000 }
  const log = createLog({ level: 'silent', write: () => {} })
  const metrics = createMetrics({ version: '0.2.0', commit: 'test' })
  const admin = createAdminServer(
    { config: stageConfig, log, metrics, now: () => clock.now, elapsed: () => clock.now },
    dummyRoutes(),
    probes,
    options,
  )
  await admin.listen()
  closing.push(admin.close)
  return { url: admin.url, clock }
}

test('behavior: listens on the configured address', async () => {
  const log = createLog({ level: 'silent', write: () => {} })
  const metrics = createMetrics({ version: '0.2.0', commit: 'test' })
  const config = { ...stageConfig, adminHost: '127.0.0.2' }
  const admin = createAdminServer({ config, log, metrics, now: Date.now }, [], [])
  await admin.listen()
  closing.push(admin.close)
  expect(admin.url).toMatch(/^http:\/\/127\.0\.0\.2:/)
  expect((await send(`${admin.url}/livez`)).status).toBe(200)
})

test('error: the port is taken', async () => {
  const { port } = new URL((await startAdmin([])).url)
  const log = createLog({ level: 'silent', write: () => {} })
  const metrics = createMetrics({ version: '0.2.0', commit: 'test' })
  const config = { ...stageConfig, adminPort: Number(port) }
  const second = createAdminServer({ config, log, metrics, now: Date.now }, [], [])
  await expect(second.listen()).rejects.toMatchObject({
    name: 'ListenError',
    shortMessage: `The service cannot listen on port ${port} of 127.0.0.1: it is taken.`,
  })
})

describe('/livez', () => {
  test('default', async () => {
    const { url } = await startAdmin([])
    const answer = await send(`${url}/livez`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ok: true, eventLoopLagMs: expect.any(Number) })
  })

  test('behavior: the process is blocked', async () => {
    const { url } = await startAdmin([], { eventLoopLagMs: () => 2500 })
    expect(await send(`${url}/livez`)).toMatchObject({ status: 503, body: { ok: false, eventLoopLagMs: 2500 } })
  })
})

describe('/readyz', () => {
  test('default', async () => {
    const { url } = await startAdmin([
      { name: 'store', check: async () => undefined },
      { name: 'index', check: () => true },
    ])
    expect(await send(`${url}/readyz`)).toMatchObject({ status: 200, body: { ok: true, failing: [] } })
  })

  test('behavior: names probes that fail, throw or take too long', async () => {
    const probes: Probe[] = [
      { name: 'store', check: async () => Promise.reject(new Error('postgres://user:pw@db')) },
      {
        name: 'thrown',
        check: () => {
          throw new Error('x')
        },
      },
      { name: 'index', check: () => false },
      { name: 'chain', check: () => new Promise(() => {}) },
      { name: 'fine', check: () => true },
    ]
    const { url } = await startAdmin(probes, { probeTimeoutMs: 50 })
    const answer = await send(`${url}/readyz`)
    expect(answer).toMatchObject({ status: 503, body: { ok: false, failing: ['store', 'thrown', 'index', 'chain'] } })
    expect(answer.bytes.toString()).not.toContain('postgres')
  })

  test('behavior: an answer is cached for two seconds', async () => {
    let asked = 0
    const { url, clock } = await startAdmin([
      {
        name: 'count',
        check: () => {
          asked++
        },
      },
    ])
    await Promise.all(Array.from({ length: 20 }, () => send(`${url}/readyz`)))
    expect(asked).toBe(1)
    clock.now += 1999
    await send(`${url}/readyz`)
    expect(asked).toBe(1)
    clock.now += 1
    await send(`${url}/readyz`)
    expect(asked).toBe(2)
  })
})

test('/metrics', async () => {
  const { url } = await startAdmin([])
  const answer = await send(`${url}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  expect(answer.bytes.toString()).toContain('holdfast_build_info{version="0.2.0",commit="test"} 1')
})

test('/openapi.json and /docs', async () => {
  const { url } = await startAdmin([])
  const description = await send(`${url}/openapi.json`)
  expect(description.body.openapi).toBe('3.1.0')
  const page = await send(`${url}/docs`)
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  const html = page.bytes.toString()
  expect(html).toContain('/api/relay/gas')
  expect(html).not.toMatch(/<script|<link|src=|@import|https?:/i)
})

test('error: any other request', async () => {
  const { url } = await startAdmin([])
  for (const path of ['/', '/api/health', '/livez/', '/metrics/x']) expect((await send(url + path)).status).toBe(404)
  const answer = await send(`${url}/livez`)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})
