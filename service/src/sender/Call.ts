import type { Address, Hex } from 'viem'

/** One call of an account. */
export type Call = {
  to: Address
  data: Hex
  /** USDC base units that are sent with it. */
  value: bigint
}
