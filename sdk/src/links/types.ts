import type { Address, Hash, Hex } from 'viem'
import type { ClientPair } from '../chain/clients.js'

/**
 * A link to a transfer with a recorded recipient, the only address that a claim can pay. It holds no secret unless its sender
 * added the code.
 */
export type ClaimLink = {
  kind: 'claim'
  chainId: number
  transferId: bigint
  /** The claim code, 16 characters, where the link carries it. */
  code?: string | undefined
}

/**
 * A link to an open transfer, whose recipient the claim names. Its secret is like cash: any holder can be paid, or ask to be
 * paid.
 */
export type OpenLink = {
  kind: 'payment'
  chainId: number
  transferId: bigint
  /** 32 bytes, of `generateLinkSecret`. Keep it out of logs, errors and requests. */
  linkSecret: Hex
}

/** Either kind. Neither can be read as the other. */
export type PaymentLink = ClaimLink | OpenLink

/** A read client, and optionally another transfer contract than the registry's. */
export type LinkReader = Pick<ClientPair, 'publicClient' | 'contractAddress'>

/** What became of a claim: the recipient is paid, or the sender was asked to release the money to it. */
export type ClaimedPaymentLink = { outcome: 'claimed' | 'release_requested'; recipient: Address; txHash: Hash }
