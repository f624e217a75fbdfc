/** Faults that every surface has. */
export type SurfaceFaults = {
  /** Added to every answer. @default 0 */
  latencyMs: number
  /** Tried in order; the first that matches and is not used up applies. @default [] */
  rules: readonly FaultRule[]
}

/**
 * One planned fault. Counted, never random.
 *
 * | kind | what the caller sees |
 * | --- | --- |
 * | `rate-limit` | RPC: HTTP 429 with -32011 and `x-ratelimit-*` headers (inside a batch: that item only). Explorer, issuer: their 429 bodies |
 * | `rate-limit-plain` | HTTP 429, plain text |
 * | `server-error` | HTTP 500, plain text |
 * | `forbidden` | HTTP 403, plain text |
 * | `malformed` | HTTP 200, the JSON cut in the middle |
 * | `hang` | no answer until the caller gives up |
 * | `reset` | connection reset before the request is read |
 * | `reset-after` | connection reset after the request has been carried out |
 * | `timeout-after` | HTTP 504, plain text, after the request has been carried out |
 * | `delay` | the right answer, `delayMs` late |
 */
export type FaultRule = {
  kind:
    | 'rate-limit'
    | 'rate-limit-plain'
    | 'server-error'
    | 'forbidden'
    | 'malformed'
    | 'hang'
    | 'reset'
    | 'reset-after'
    | 'timeout-after'
    | 'delay'
  /** Method name (RPC) or path below the API's base (explorer, issuer); `*` matches anything. @default '*' */
  match?: string | undefined
  /** How many requests it hits; null until cleared. @default 1 */
  times?: number | null | undefined
  /** How many matching requests pass first. @default 0 */
  skip?: number | undefined
  /** Only for `delay`. @default 1000 */
  delayMs?: number | undefined
}
