import { count, record, SURFACE_FIELDS, surface } from './check.js'
import type { SurfaceFaults } from './rules.js'

/** Faults that both of the issuer's services have. */
export type IssuerFaults = SurfaceFaults & {
  /**
   * After more requests than this within a second, everything is answered with 429 for `blockMs`; null for no limit.
   * Setting or clearing it ends a block.
   *
   * @default { perSecond: 35, blockMs: 300_000 }
   */
  rateLimit: { readonly perSecond: number; readonly blockMs: number } | null
}

/** Fields that the faults of both of the issuer's services have. */
export const ISSUER_FIELDS = [...SURFACE_FIELDS, 'rateLimit']

/** The limit that the issuer publishes: a caller that exceeds it is blocked for five minutes. */
export function issuerDefaults(): IssuerFaults {
  return { latencyMs: 0, rules: [], rateLimit: { perSecond: 35, blockMs: 300_000 } }
}

/** Checks the fields that both of the issuer's services have. */
export function checkIssuer(fields: Record<string, unknown>, name: string) {
  surface(fields, name)
  if (fields.rateLimit === undefined || fields.rateLimit === null) return
  const path = `${name}.rateLimit`
  const limit = record(fields.rateLimit, path, ['perSecond', 'blockMs'])
  for (const field of ['perSecond', 'blockMs']) {
    if (limit[field] === undefined) throw new RangeError(`${path}.${field} is missing.`)
    count(limit[field], `${path}.${field}`)
  }
}
