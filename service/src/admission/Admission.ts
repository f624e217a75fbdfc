import type { Hex } from 'viem'
import type { SignedBy } from '../keys/SignedBy.js'
import type { OperationKind, OperationState } from '../store/Database.js'

/**
 * Decides, in one transaction, whether a signed request becomes an operation: remembers the signature, looks up the
 * operation it asks for, holds units and money, and stores the operation.
 *
 * A request for an operation that is in progress or has happened attaches to it and costs nothing. An operation that
 * ended without effect (`refused`, `failed`, `superseded`) is tried again by a request that was signed after its end or
 * has other content; a request with an older signature gets the result of the attempt that ended.
 */
export type Admission = {
  admit: (request: AdmissionRequest) => Promise<AdmissionResult>
  /** The latest attempt. */
  find: (key: string) => Promise<Operation | undefined>
  /** @throws When there is no such operation. */
  get: (id: string) => Promise<Operation>
  /** Ends a hold: charges what was used and frees the rest. Idempotent. */
  settle: (id: string, settlement: Settlement) => Promise<void>
  /** Resolves when the operation has an outcome, or after `waitMs` or the signal, with the state at that time. */
  wait: (id: string, options: { waitMs: number; signal: AbortSignal }) => Promise<Operation>
}

/** What a caller asks for. */
export type AdmissionRequest = AdmissionPart & {
  signer: SignedBy
  network: string | undefined
  /** A second operation that the same signature asks for: both are admitted, or neither. */
  also?: AdmissionPart | undefined
}

/** One operation, and its highest cost. */
export type AdmissionPart = {
  operation: {
    /** Identifies the operation, independent of the caller and of the signature. */
    key: string
    kind: OperationKind
    chainId: number
    /** JSON; what a restarted process needs to carry out the operation. */
    content: string
    /** Tells two contents under one key apart. */
    contentHash: Hex
  }
  units: number
  /** Worst case, USDC base units. */
  hold: bigint
  /** For an operation of which at most so many may begin in an hour for one owner. */
  ofOwner?: { scope: string; limit: number } | undefined
}

/** A requested operation and its state. */
export type Operation = {
  id: string
  key: string
  kind: OperationKind
  chainId: number
  state: OperationState
  /** `undefined` once it is final. */
  content: string | undefined
  contentHash: Hex
  /** JSON; undefined while it is open. */
  outcome: string | undefined
  createdAt: number
}

/** The decision on a request. */
export type AdmissionResult =
  | (Admitted & { also?: Admitted | undefined })
  | { refused: 'signature_replayed' | 'operation_conflict' | 'fee_ceiling' | 'relayer_depleted' }
  | { refused: 'quota_exceeded'; policy: 'addr-day' | 'global' | 'owner-hour'; retryAfterSeconds: number }

/** An attached request costs nothing. */
export type Admitted = { admitted: 'new' | 'attached'; operation: Operation }

/** How a hold ends. */
export type Settlement = {
  state: Extract<OperationState, 'final' | 'refused' | 'failed' | 'superseded'>
  /** JSON. */
  outcome: string
  units: 'charge' | 'refund'
  /** USDC base units that were actually spent, whether or not units are charged. */
  spent: bigint
}
