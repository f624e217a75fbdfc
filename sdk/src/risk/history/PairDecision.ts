import type { Address } from 'viem'

/**
 * A person's decision about two addresses that look alike and that the sender both knows: `keep` is genuine, `over` is its
 * imitation. It holds on every chain, until a bait signed by `keep` appears after it. The caller stores it.
 */
export type PairDecision = {
  sender: Address
  keep: Address
  over: Address
  /** When the person decided, in epoch milliseconds. A moment in the future counts as the least recent one. */
  at: number
}
