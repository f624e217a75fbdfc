import { API_REQUEST_HEADERS } from '@holdfast/sdk/wire'
import type { Route } from '../Route.js'

/** Pages of a listed origin may read answers, and these of their headers. */
export const EXPOSED_HEADERS = 'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id'

/**
 * The set of listed origins.
 *
 * @throws When an entry is not exactly an origin: a wildcard, a path or a trailing slash would match nothing, or too
 *   much.
 */
export function originSet(corsOrigins: readonly string[]): ReadonlySet<string> {
  for (const origin of corsOrigins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || origin.includes('*'))
      throw new TypeError(`\`${origin}\` is not an origin.`)
  }
  return new Set(corsOrigins)
}

/** Headers of the answer to the preflight of a path. */
export function preflightHeaders(methods: readonly Route['method'][]): readonly (readonly [string, string])[] {
  return [
    ['Access-Control-Allow-Methods', methods.join(', ')],
    ['Access-Control-Allow-Headers', ['content-type', ...Object.values(API_REQUEST_HEADERS)].join(', ').toLowerCase()],
    ['Access-Control-Max-Age', '600'],
    ['Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'],
  ]
}
