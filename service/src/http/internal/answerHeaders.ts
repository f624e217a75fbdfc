import { EXPOSED_HEADERS } from './corsHeaders.js'
import type { Exchange } from './Exchange.js'
import { rateHeaders } from './rateHeaders.js'
import { SECURITY_HEADERS } from './securityHeaders.js'

/**
 * All headers of an answer but those of its connection, as a flat list of names and values.
 *
 * @param given - Headers of the handler; those that the server sets for every answer are ignored.
 */
export function answerHeaders(
  exchange: Exchange,
  given: readonly (readonly [string, string])[],
  body: string | Uint8Array | undefined,
): string[] {
  const headers: string[] = [...SECURITY_HEADERS, 'X-Request-Id', exchange.id]
  let vary = 'Origin'
  let cacheControl = 'no-store'
  for (const [name, value] of given) {
    const lower = name.toLowerCase()
    if (lower === 'vary') vary = value.toLowerCase().includes('origin') ? value : `Origin, ${value}`
    else if (lower === 'cache-control') cacheControl = value
    else if (!ownHeaders.has(lower)) headers.push(name, value)
  }
  headers.push('Cache-Control', cacheControl, 'Vary', vary)
  if (exchange.origin !== undefined)
    headers.push('Access-Control-Allow-Origin', exchange.origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS)
  // A shared cache must not store the rate limits of one caller.
  if (!/\bpublic\b/.test(cacheControl)) for (const pair of rateHeaders(exchange.rateLimits)) headers.push(...pair)
  if (body !== undefined) headers.push('Content-Length', String(Buffer.byteLength(body)))
  return headers
}

const ownHeaders = new Set([
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
  'connection',
  'content-length',
  'content-security-policy',
  'keep-alive',
  'ratelimit',
  'ratelimit-policy',
  'referrer-policy',
  'server',
  'set-cookie',
  'transfer-encoding',
  'x-content-type-options',
  'x-powered-by',
  'x-request-id',
])
