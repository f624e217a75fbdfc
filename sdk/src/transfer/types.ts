import type { Address, Hash, Hex } from 'viem'

/** State of a transfer, in the contract's order. */
export type TransferStatus = 'NONE' | 'PENDING' | 'CLAIMED' | 'CANCELLED' | 'RECLAIMED' | 'LOCKED'

/** One protected transfer as the contract holds it. */
export type ProtectedTransfer = {
  transferId: bigint
  sender: Address
  /**
   * The recorded recipient, the only account a claim can pay. The zero address while the transfer is open: then its claim key
   * names the recipient, and the claim records it.
   */
  to: Address
  /** USDC base units. */
  amount: bigint
  /** Last second in which the recipient can claim. */
  deadline: Date
  /** Wrong guesses since the last `rekey`, 0 to 5. */
  attempts: number
  status: TransferStatus
  claimHash: Hex
  configId: Hex
}

/** What to send, to whom, under which terms. */
export type SendProtectedParams = {
  /** As returned by `registerConfig`. */
  configId: Hex
  /**
   * The recipient. The zero address opens the transfer, under `KEY` and `KEY_RELEASE` only: it pays whom its claim key names,
   * so the holder of that key holds the money. Take its key from `generateLinkSecret`, never from a spoken code.
   */
  to: Address
  /** USDC base units. */
  amount: bigint
  /** From `generateClaimCode`; under `KEY` and `KEY_RELEASE` from `claimKeyFromCode` or `claimKeyFromLink`. */
  claimHash: Hex
  /** Wrap the call in the chain's Memo predeploy, so that it can be reconciled. Only where the chain has one.
   * @default true */
  memo?: boolean | undefined
}

/** A protected transfer that is on chain. */
export type SendProtectedResult = {
  transferId: bigint
  txHash: Hash
  /** Last second in which the recipient can claim. */
  deadline: Date
  /** Fee in USDC base units that a claim will take from the amount; 0n where the terms have none. */
  fee: bigint
}
