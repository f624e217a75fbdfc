import type { AttestationFaults } from './attestation.js'
import type { HubFaults } from './hub.js'

/** Faults now in force, per surface. `clear()` brings the defaults back. */
export type Faults = {
  /** The primary chain's JSON-RPC. */
  rpc: RpcFaults
  /** The primary chain's explorer API. */
  explorer: ExplorerFaults
  /** The remote chain's JSON-RPC. */
  remoteRpc: RemoteRpcFaults
  /** The issuer's attestation and forwarding service. */
  attestation: AttestationFaults
  /** The issuer's Hub API. */
  hub: HubFaults
}

/** What every surface knows. */
export type SurfaceFaults = {
  /** Added to every answer. @default 0 */
  latencyMs: number
  /** Tried in order; the first that matches and is not used up decides. @default [] */
  rules: readonly FaultRule[]
}

/** Faults of the remote chain's JSON-RPC. */
export type RemoteRpcFaults = SurfaceFaults & {
  /** Requests in flight above this are refused with -32011; null for no limit. @default null */
  maxConcurrent: number | null
  /** The next so many transactions get a hash and are never mined. @default 0 */
  dropTransactions: number
}

/** Faults of the primary chain's JSON-RPC. */
export type RpcFaults = RemoteRpcFaults & {
  /** Receipts appear this many blocks late. @default 0 */
  receiptDelayBlocks: number
  /** The head is reported truthfully, but log queries up to it are refused with -32014. @default 0 */
  behindBlocks: number
  /** The whole view is this many blocks old. @default 0 */
  lagBlocks: number
  /** How `eth_fillTransaction` is answered. @default 'unsupported' */
  fillTransaction: 'unsupported' | 'answer' | 'forbidden'
}

/** Faults of the explorer API. */
export type ExplorerFaults = SurfaceFaults & {
  /** The index is this many blocks old. @default 0 */
  lagBlocks: number
  /** Lists end after so many items as if that were all; null for whole lists. @default null */
  truncateItems: number | null
  /** The indexing status says unfinished. @default false */
  indexing: boolean
}

/** What both of the issuer's services know. */
export type IssuerFaults = SurfaceFaults & {
  /**
   * More requests than this within a second, and everything is answered with 429 for `blockMs`; null for no limit. Setting
   * or clearing it lifts a block.
   *
   * @default { perSecond: 35, blockMs: 300_000 }
   */
  rateLimit: { readonly perSecond: number; readonly blockMs: number } | null
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
 * | `reset` | connection reset before the request is looked at |
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
  /** Method name (RPC) or path below the API's base (explorer, issuer); `*` stands for anything. @default '*' */
  match?: string | undefined
  /** How many requests it hits; null until cleared. @default 1 */
  times?: number | null | undefined
  /** How many matching requests pass first. @default 0 */
  skip?: number | undefined
  /** Only for `delay`. @default 1000 */
  delayMs?: number | undefined
}

/** A change of faults; what is left out stays. */
export type FaultsUpdate = {
  rpc?: Partial<RpcFaults> | undefined
  explorer?: Partial<ExplorerFaults> | undefined
  remoteRpc?: Partial<RemoteRpcFaults> | undefined
  attestation?: Partial<AttestationFaults> | undefined
  hub?: Partial<HubFaults> | undefined
}
