import type { Address } from 'viem'
import type { AttestationFaults } from './attestation.js'
import type { HubFaults } from './hub.js'
import type { SurfaceFaults } from './rules.js'

/** Active faults, per surface. `clear()` restores the defaults. */
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

/** Faults of the remote chain's JSON-RPC. */
export type RemoteRpcFaults = SurfaceFaults & {
  /** Requests in flight above this are refused with -32011; null for no limit. @default null */
  maxConcurrent: number | null
  /** This many transactions get a hash and are never mined. @default 0 */
  dropTransactions: number
}

/** Faults of the primary chain's JSON-RPC. */
export type RpcFaults = RemoteRpcFaults & {
  /** Receipts appear this many blocks late. @default 0 */
  receiptDelayBlocks: number
  /** The true head is reported, but log queries up to it are refused with -32014. @default 0 */
  behindBlocks: number
  /** The whole view is this many blocks old. @default 0 */
  lagBlocks: number
  /** How `eth_fillTransaction` is answered. @default 'unsupported' */
  fillTransaction: 'unsupported' | 'answer' | 'forbidden'
  /**
   * Accounts that the node itself refuses as sender, recipient or delegating signer of a transaction. Contracts do not know
   * this list. @default []
   */
  denylist: readonly Address[]
}

/** Faults of the explorer API. */
export type ExplorerFaults = SurfaceFaults & {
  /** The index is this many blocks old. @default 0 */
  lagBlocks: number
  /** Lists end after this many items, without saying that there are more; null for whole lists. @default null */
  truncateItems: number | null
  /** The indexing status is unfinished. @default false */
  indexing: boolean
  /** No list, log or counter shows the transactions that name this address; null for all. @default null */
  hiddenAddress: Address | null
}

/** A change of faults; fields that are left out stay unchanged. */
export type FaultsUpdate = {
  rpc?: Partial<RpcFaults> | undefined
  explorer?: Partial<ExplorerFaults> | undefined
  remoteRpc?: Partial<RemoteRpcFaults> | undefined
  attestation?: Partial<AttestationFaults> | undefined
  hub?: Partial<HubFaults> | undefined
}
