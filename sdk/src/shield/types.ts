import type { Address, Hash } from 'viem'
import type { ReadClient, WriteClient } from '../chain/clients.js'
import type { CosignPolicy } from '../wire/cosignRequest.js'

/** Read and write client of one chain. */
export type ShieldClients = { publicClient: ReadClient; walletClient: WriteClient }

/** A box that pays, as often as its cap allows. */
export const MODE_PUSH = 0 as const

/** A box that is pulled from, at most once in every interval. */
export const MODE_PULL = 1 as const

/** Which kind of spend a box makes. */
export type SpendMode = typeof MODE_PUSH | typeof MODE_PULL

/** A payment out of a box of mode {@link MODE_PUSH}. */
export const ACTION_PAY = 0 as const

/** A pull out of a box of mode {@link MODE_PULL}. */
export const ACTION_PULL = 1 as const

/** Which kind of spend a co-signer signs for. */
export type SpendAction = typeof ACTION_PAY | typeof ACTION_PULL

/** What a box may spend, and whose it is. Fixed when the box is created, and part of its address. */
export type EphemeralPolicy = {
  token: Address
  /** Bound only as a hash; never written to the account. */
  owner: Address
  /** Must sign every spend. */
  cosigner: Address
  /** Where a sweep goes. Bound only as a hash; revealed only at a sweep. */
  vault: Address
  /** The only account a spend can pay. */
  target: Address
  /** Most that all spends together may pay, in base units. */
  maxAmount: bigint
  /** Most that one pull may pay, in base units; 0 means no cap tighter than `maxAmount`. Pull boxes only.
   * @default 0n */
  perPullMax?: bigint | undefined
  /** Last Unix second in which it can spend. */
  expiry: number
  /** Seconds between two pulls; 0 for a box that pays. */
  interval: number
  mode: SpendMode
}

/** What the chain says of a box. */
export type AccountState = {
  /** Number the next co-signature must name. */
  nonce: bigint
  spent: bigint
  /** What is left of the cap, whatever the balance. */
  remaining: bigint
  token: Address
  target: Address
  /** Most that one pull may pay: the cap in force. */
  perPullMax: bigint
  /** Unix seconds. */
  expiry: number
  /** Seconds between two pulls; 0 for a box that pays. */
  interval: number
  /** Unix seconds of the last pull; 0 before the first. */
  lastPull: number
  mode: SpendMode
}

/** A box, and the transaction that made it. */
export type CreatedAccount = {
  account: Address
  /** Of the creation; of another caller's when the box existed already, `null` when that one was not found. */
  txHash: Hash | null
}

/** The policy of a box that need not exist yet, in the fields its address commits to. Amounts are decimal strings. */
export type CounterfactualPolicy = CosignPolicy
