import type { Address, Hash, Hex } from 'viem'
import type { CosignVetoCode } from '../wire/cosignVetoes.js'
import type { CounterfactualPolicy, SpendAction } from './types.js'

/** The holder of the second key of a box: signs a spend, or vetoes it. Never throws for a veto. */
export type CoSigner = {
  /** What boxes must name as their co-signer. */
  readonly address: Address
  /** Asks the firewall about a target before any account exists. Nothing is signed. */
  precheck: (request: PrecheckRequest) => Promise<PrecheckResult>
  /** Asks for the signature over exactly one spend of a box. */
  authorize: (request: AuthorizeRequest) => Promise<AuthorizeResult>
}

/** A co-signer that also signs the first payment of a box that does not exist yet. */
export type CounterfactualCoSigner = CoSigner & {
  authorizeCounterfactual: (request: CounterfactualRequest) => Promise<AuthorizeResult>
}

/** A payment that is being thought about. */
export type PrecheckRequest = {
  /** The wallet whose payment history the firewall reads. */
  owner: Address
  target: Address
  amount: bigint
}

/** A spend of a box. */
export type SpendRequest = {
  account: Address
  /** The box's bound owner. */
  owner: Address
  amount: bigint
  action: SpendAction
  /** Whose payment history the firewall reads, if not the owner's. */
  payer?: Address | undefined
  /**
   * A known address that the target resembles: the `lookalikeOf` of a warning that the owner accepts. The service then
   * signs in spite of that warning; a block stays. Counts only with the owner's proof.
   */
  accept?: Address | undefined
}

/** The owner's signature over `cosignAuthMessage`. */
export type CosignAuth = {
  address: Address
  /** Unix milliseconds. */
  timestamp: number
  signature: Hex
}

/** A spend of a box, with what was read of the box from the chain. */
export type AuthorizeRequest = Omit<SpendRequest, 'owner'> & {
  /** The box's bound owner; only a pull that a standing binding covers may leave it out. */
  owner?: Address | undefined
  target: Address
  nonce: bigint
  chainId: number
  remaining: bigint
  /** Unix seconds. */
  expiry: number
  /** Unix seconds, the chain's clock.
   * @default this machine's clock */
  now?: number | undefined
  /** The owner hash of the box; where it is present, `owner` must prove itself against it. */
  ownerHash?: Hex | undefined
  auth?: CosignAuth | undefined
}

/** The first payment of a box that need not exist yet. */
export type CounterfactualRequest = {
  factory: Address
  ownerHash: Hex
  salt: Hex
  policy: CounterfactualPolicy
  /** Where the client expects the box; a co-signer computes it itself and vetoes on a difference. */
  box: Address
  owner: Address
  amount: bigint
  chainId: number
  payer?: Address | undefined
  /** As in a {@link SpendRequest}. */
  accept?: Address | undefined
  auth?: CosignAuth | undefined
}

/** A withheld signature, and why. */
export type CosignVeto = {
  approved: false
  /**
   * One of the known ones, or one that only a newer service knows. This library and its service always say it; a co-signer
   * of another operator need not.
   */
  code?: CosignVetoCode | CosignerFault | (string & Record<never, never>) | undefined
  /** English, from one table. */
  reason: string
  /** Rule codes of the firewall. */
  riskReasons?: readonly string[] | undefined
}

/**
 * What a co-signer that cannot be relied on did: `cosigner_unavailable` did not answer in time, `cosigner_garbled` returned
 * a malformed answer, `cosigner_mismatch` signed something else. Nothing was spent; the box can be swept at any time.
 */
export type CosignerFault = 'cosigner_unavailable' | 'cosigner_garbled' | 'cosigner_mismatch'

/** What a precheck says. */
export type PrecheckResult = { approved: true } | CosignVeto

/** What an authorization says. */
export type AuthorizeResult = { approved: true; signature: Hex } | CosignVeto

/** How a private payment ended. */
export type PrivatePayOutcome =
  | { ok: true; result: { account: Address; txHash: Hash } }
  | ({ ok: false; vetoed: true } & Omit<CosignVeto, 'approved'>)
