import type { Address, Hex } from 'viem'

/** One call of an account. */
export type Call = {
  to: Address
  data: Hex
  /** USDC base units that go along. */
  value: bigint
}
