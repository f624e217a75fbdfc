import type { Log, Metrics } from '../../telemetry/Telemetry.js'
import type { Exchange } from './Exchange.js'
import type { RouteTable } from './routeTable.js'

/** Counts and logs a request that has ended, answered or not. */
export function reportExchange(
  exchange: Exchange,
  { table, metrics, log }: { table: RouteTable; metrics: Metrics; log: Log },
): void {
  const { incoming, status } = exchange
  const route = exchange.route?.path ?? table.find(exchange.path)?.routes[0]?.path ?? 'none'
  // One of a set of strings.
  const method = methods.has(incoming.method ?? '') ? (incoming.method as string) : 'other'
  const seconds = exchange.seconds()
  const isGone = status === 0
  metrics.count('http_requests_total', { route, method, status: isGone ? 'gone' : String(status) })
  metrics.observe('http_request_duration_seconds', seconds, { route })
  log.info('request', {
    requestId: exchange.id,
    method,
    route,
    status: isGone ? undefined : status,
    durationMs: Math.round(seconds * 1e5) / 100,
    code: exchange.code,
    jobId: exchange.jobId,
    ...(isGone ? { gone: true } : {}),
  })
}

/** Any other method is one label, since a caller can send any. */
const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])
