import type { RegisteredConfig } from '@holdfast/sdk/transfer'

/** What a claim takes from an amount under these terms, in base units, rounded down as the contract does. */
export function feeOf(amount: bigint, { feeBps }: Pick<RegisteredConfig, 'feeBps'>): bigint {
  return (amount * BigInt(feeBps)) / 10_000n
}
