import { describe, expect, test } from 'vitest'
import { createMetrics } from './createMetrics.js'
import { METRICS } from './metricsTable.js'

const build = { version: '0.2.0', commit: 'ab'.repeat(20) }

describe('createMetrics', () => {
  test('default', async () => {
    const metrics = createMetrics(build)
    metrics.count('http_requests_total', { route: '/api/health', method: 'GET', status: '200' })
    metrics.count('holdfast_http_requests_total', { route: '/api/health', method: 'GET', status: '200' }, 2)
    metrics.gauge('relayer_balance_usdc', 1.5, { chain: '5042002' })
    metrics.observe('http_request_duration_seconds', 0.002, { route: '/api/health' })
    const text = await metrics.registry.metrics()
    expect(text).toContain('holdfast_http_requests_total{route="/api/health",method="GET",status="200"} 3')
    expect(text).toContain('holdfast_relayer_balance_usdc{chain="5042002"} 1.5')
    expect(text).toContain('holdfast_http_request_duration_seconds_bucket{le="0.005",route="/api/health"} 1')
    expect(text).toContain(`holdfast_build_info{version="0.2.0",commit="${build.commit}"} 1`)
  })

  test('behavior: every metric of the table is exported from the start', async () => {
    const text = await createMetrics(build).registry.metrics()
    for (const [name, { kind }] of Object.entries(METRICS)) expect(text).toContain(`# TYPE holdfast_${name} ${kind}`)
  })

  test('behavior: other metrics are created on first use, up to a limit', async () => {
    const metrics = createMetrics(build)
    metrics.count('keeper_reclaims_total', { chain: '1' })
    expect(await metrics.registry.metrics()).toContain('holdfast_keeper_reclaims_total{chain="1"} 1')
    for (let index = 0; index < 1000; index++) metrics.count(`made_up_${index}`)
    expect(metrics.registry.getMetricsAsArray().length).toBeLessThanOrEqual(200)
  })

  test('behavior: labels are bounded', async () => {
    const metrics = createMetrics(build)
    for (let index = 0; index < 10_000; index++)
      metrics.count('http_requests_total', { route: `/r${index}`, method: 'GET', status: '200' })
    const text = await metrics.registry.metrics()
    expect(text.match(/^holdfast_http_requests_total\{/gm)?.length).toBeLessThanOrEqual(401)
    expect(text).toContain('holdfast_http_requests_total{route="other",method="other",status="other"} 9600')
  })

  test.each([
    `0x${'ab'.repeat(20)}`,
    `0x${'ab'.repeat(32)}`,
    'https://rpc.example/key',
    'ABCD-EFGH-JKMN-PQRS',
    'a"b\n',
    'x'.repeat(65),
  ])('behavior: the label %s', async (reason) => {
    const metrics = createMetrics(build)
    metrics.count('relay_resubmissions_total', { chain: '1', reason })
    const text = await metrics.registry.metrics()
    expect(text).toContain('holdfast_relay_resubmissions_total{chain="1",reason="other"} 1')
    expect(text).not.toContain(reason)
  })

  test('behavior: updates that would throw are ignored', async () => {
    const metrics = createMetrics(build)
    metrics.count('http_requests_total', {}, -1)
    metrics.count('http_requests_total', {}, Number.NaN)
    metrics.gauge('http_requests_total', 5)
    metrics.count('bad name')
    metrics.observe('http_request_duration_seconds', Number.POSITIVE_INFINITY)
    metrics.count('http_requests_total', { unknown: 'x', route: 'a' })
    expect(await metrics.registry.metrics()).toContain('holdfast_http_requests_total{route="a",method="",status=""} 1')
  })
})
