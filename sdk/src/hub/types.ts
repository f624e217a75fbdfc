import type { Hash, Hex } from 'viem'
import type { HubChainName } from '../chain/bridgeChains.js'

/** The step of a deposit (`approve`, `deposit`) or a spend (`quote`, `sign`, `transfer`, `mint`); said when it begins. */
export type HubStep = 'approve' | 'deposit' | 'quote' | 'sign' | 'transfer' | 'mint'

/** What a depositor can spend, in USDC base units. A spend draws on one chain: compare with its own entry, never with the total. */
export type HubBalance = {
  /** Of the chains in `byChain`. */
  total: bigint
  /** Chains the issuer has named; one that is absent has nothing that counts. */
  byChain: Readonly<Partial<Record<HubChainName, bigint>>>
}

/** What a spend costs, in USDC base units. */
export type HubQuote = {
  /** The ceiling to sign: the quoted fee and headroom. Only the real fee is taken. */
  maxFee: bigint
  /** What the issuer asks now. */
  quotedFee: bigint
  /** Last block of the source chain in which the signed intent is good; at least seven days away. */
  maxBlockHeight: bigint
  /** What the balance on the source chain must cover: amount and ceiling. */
  total: bigint
}

/**
 * A signed spend, as text, to be kept until its `transferId` is known: `resumeHubSpend` repeats the identical request,
 * which cannot spend twice. Its holder can only do the same, and the money goes to the recipient it names.
 */
export type SignedHubSpend = {
  /** The body of the request, byte for byte. */
  request: string
  /** As in {@link HubQuote}, in base units as decimal text. */
  quotedFee: string
  /** What the spend is known by, also on chain. */
  transferSpecHash: Hex
}

/** How a spend went. */
export type HubSpendResult = {
  /** Recovers the spend: `findHubMint`, `waitHubMint`. */
  transferId: string
  /**
   * The mint on the destination; absent when it was not seen in time. With a `destinationClient` that chain shows it; without
   * one it is the issuer's word.
   */
  mintTxHash?: Hash | undefined
  quote: HubQuote
}

/**
 * The state of a spend.
 *
 * - `pending`: accepted, the mint not seen yet; also where the issuer gave no answer. Ask again.
 * - `done`: minted for the recipient. `findHubMint` and `waitHubMint` have it from the issuer, `findHubMintOnChain` from the
 *   chain.
 * - `failed`: it will never be minted. Nothing is lost: what was taken was only held and comes back to the
 *   balance within about ten minutes, the fee with it. Watch `hubBalance`, then spend again, which draws a new salt.
 */
export type HubTransferStatus = {
  state: 'pending' | 'done' | 'failed'
  /** The mint on the destination chain. */
  mintTxHash?: Hash | undefined
  /** Of `failed`, in the issuer's words: `ON_CHAIN_FAILURE`, for example; `EXPIRED` where it was not minted in time. */
  reason?: string | undefined
}
