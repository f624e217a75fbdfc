import type { RateLimitState } from '../Route.js'

/**
 * The RateLimit fields (draft-ietf-httpapi-ratelimit-headers, RFC 9651): lists of policies, and of what is left of
 * each.
 */
export function rateHeaders(rateLimits: readonly RateLimitState[]): readonly [name: string, value: string][] {
  if (rateLimits.length === 0) return []
  return [
    [
      'RateLimit-Policy',
      rateLimits.map((s) => `"${s.policy}";q=${whole(s.quota)};w=${whole(s.windowSeconds)}`).join(', '),
    ],
    [
      'RateLimit',
      rateLimits
        .map((s) => `"${s.policy}";r=${Math.max(0, Math.floor(s.remaining))};t=${whole(s.resetSeconds)}`)
        .join(', '),
    ],
  ]
}

function whole(value: number): number {
  return Math.max(0, Math.ceil(value))
}
