import type { Address, Hash, Hex } from 'viem'
import type { BridgeChainName } from '../chain/bridgeChains.js'

/** The step of a transfer over the Bridge: each begins when the one before it is done. */
export type BridgeStep = 'quote' | 'approve' | 'burn' | 'attest' | 'forward'

/** What a transfer costs. All in USDC base units. */
export type BridgeQuote = {
  /** Arrives at least. */
  amount: bigint
  /** Most that all fees together may take; what they do not take arrives on top of `amount`. */
  maxFee: bigint
  /** Leaves the wallet: `amount` and `maxFee`. */
  total: bigint
}

/** What came of a transfer. */
export type BridgeFlowResult = {
  /** Undefined when the allowance covered it already. */
  approveTxHash?: Hash | undefined
  /** The receipt: it alone recovers the transfer, at any time and without a wallet. */
  burnTxHash: Hash
  /**
   * Undefined when it was not minted in time: it is still on its way. With a `destinationClient` it counts as minted once that
   * chain shows it; without one, as soon as the issuer says so.
   */
  forwardTxHash?: Hash | undefined
  /** USDC base units that arrived, by the logs of the mint. Only with a `destinationClient`. */
  received?: bigint | undefined
  quote: BridgeQuote
}

/**
 * What must be kept to go on after a reload, unchanged. Survives JSON; amounts are base units in decimal digits.
 */
export type BridgeProgress = {
  from: BridgeChainName
  to: BridgeChainName
  sender: Address
  recipient: Address
  amount: string
  /** The ceiling that was shown, once it was. */
  maxFee?: string | undefined
  approveTxHash?: Hash | undefined
  /** The source chain's newest block when a wallet was asked for the burn, or a local account signed it. */
  burnAfterBlock?: string | undefined
  burnTxHash?: Hash | undefined
  /** Number of the burn among the sender's transactions, where a local account signed it. */
  burnNonce?: number | undefined
  forwardTxHash?: Hash | undefined
}

/** A burn's message as it was attested, read from its bytes. */
export type BridgeMessage = {
  sourceDomain: number
  destinationDomain: number
  /** Given by the issuer; the destination takes each one once. */
  nonce: Hex
  /** The messenger on the source chain. */
  sender: Hex
  /** Zero where any caller may mint. */
  destinationCaller: Hex
  minFinalityThreshold: number
  /** 1000 for a fast attestation, 2000 for a final one. */
  finalityThresholdExecuted: number
  burnToken: Hex
  mintRecipient: Hex
  /** USDC base units that were burned. */
  amount: bigint
  /** The wallet that burned. */
  messageSender: Hex
  maxFee: bigint
  /** USDC base units that the issuer keeps. */
  feeExecuted: bigint
  /** First block of the destination in which the attestation is too old; 0 when it lasts. */
  expirationBlock: bigint
  hookData: Hex
}

/** Why a fast burn is handled at standard speed, in the issuer's words. */
export type BridgeDelay = 'insufficient_fee' | 'amount_above_max' | 'insufficient_allowance_available'

/**
 * Where the issuer says a burn is.
 *
 * - `unseen`: it does not know the transaction yet, or never will.
 * - `confirming`: it waits for the source chain.
 * - `attested`: it could be minted; `forwarding` says whether the issuer is about to.
 * - `minted`: by the issuer, in `forwardTxHash`. `verifyForwardedMint` asks the chains whether that is so.
 */
export type BridgeStatus =
  | { state: 'unseen' }
  | { state: 'confirming'; delay?: BridgeDelay | undefined }
  | ({ state: 'attested'; forwarding: 'pending' | 'failed' | 'not_attempted' } & AttestedBurn)
  | ({ state: 'minted'; forwardTxHash: Hash } & Partial<AttestedBurn>)

/** What the destination takes for the money. */
export type AttestedBurn = {
  message: BridgeMessage
  /** USDC base units that the recipient gets: what was burned, without what the issuer keeps. */
  received: bigint
  /** The message's bytes. */
  messageBytes: Hex
  attestation: Hex
}
