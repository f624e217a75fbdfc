import type { Address } from 'viem'

/** Controls that a real chain does not have, the same on both chains. */
export type ChainControl = {
  /** Number of the newest block. */
  readonly latestBlock: bigint
  /** Adds USDC (base units) to a balance, without a transaction or a record in the history. */
  fund: (address: Address, amount: bigint) => Promise<void>
  /** Makes blocks now, in addition to the regular ones. @default 1 */
  mine: (blocks?: number) => Promise<void>
  /** Moves the chain's clock forward and makes a block there. The clock cannot go back. */
  increaseTime: (seconds: number) => Promise<void>
  /** Puts an account on USDC's blocklist or takes it off, at once and without an event. */
  setBlocked: (address: Address, blocked: boolean) => Promise<void>
  /** Pauses USDC, as its pauser can, or unpauses it, at once and without an event. */
  setPaused: (paused: boolean) => Promise<void>
}
