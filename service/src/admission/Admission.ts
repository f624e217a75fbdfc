import type { Hex } from 'viem'
import type { SignedBy } from '../keys/SignedBy.js'
import type { OperationKind, OperationState } from '../store/Database.js'

/**
 * Decides, in one transaction, whether a signed request may make something happen: remembers the signature, looks for the
 * operation it asks for, holds units and money, and writes the operation down.
 *
 * A request for an operation that is under way or has happened attaches to it and costs nothing. One that ended without
 * effect (`refused`, `failed`, `superseded`) is tried anew by a request that was signed after its end or brings other
 * content; older signatures were made for the attempt that ended, and learn how.
 */
export type Admission = {
  admit: (request: AdmissionRequest) => Promise<AdmissionResult>
  /** The latest attempt. */
  find: (key: string) => Promise<Operation | undefined>
  /** @throws When there is no such operation. */
  get: (id: string) => Promise<Operation>
  /** Ends a hold: charges what was used and frees the rest. Idempotent. */
  settle: (id: string, settlement: Settlement) => Promise<void>
  /** Resolves when the operation has an outcome, or after `waitMs` or the signal, with what is known then. */
  wait: (id: string, options: { waitMs: number; signal: AbortSignal }) => Promise<Operation>
}

/** What a caller wants to happen. */
export type AdmissionRequest = AdmissionPart & {
  signer: SignedBy
  network: string | undefined
  /** A second thing that the same signature asks for: both are admitted, or neither. */
  also?: AdmissionPart | undefined
}

/** One thing to happen, and what it may cost at most. */
export type AdmissionPart = {
  operation: {
    /** Independent of who asks and of the signature. */
    key: string
    kind: OperationKind
    chainId: number
    /** JSON; what is needed to do it after a restart. */
    content: string
    /** Tells two contents under one key apart. */
    contentHash: Hex
  }
  units: number
  /** Worst case, USDC base units. */
  hold: bigint
}

/** Something that was asked for, and how far it is. */
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

/** What became of a request. */
export type AdmissionResult =
  | (Admitted & { also?: Admitted | undefined })
  | { refused: 'signature_replayed' | 'operation_conflict' | 'fee_ceiling' | 'relayer_depleted' }
  | { refused: 'quota_exceeded'; policy: 'addr-day' | 'global'; retryAfterSeconds: number }

/** Attached costs nothing. */
export type Admitted = { admitted: 'new' | 'attached'; operation: Operation }

/** How a hold ends. */
export type Settlement = {
  state: Extract<OperationState, 'final' | 'refused' | 'failed' | 'superseded'>
  /** JSON. */
  outcome: string
  units: 'charge' | 'refund'
  /** USDC base units that were really spent, whether or not units are charged. */
  spent: bigint
}
