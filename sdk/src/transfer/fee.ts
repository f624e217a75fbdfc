/** What a claim takes from an amount, in USDC base units: rounded down, as the contract does. */
export function feeOf(amount: bigint, feeBps: number): bigint {
  return (amount * BigInt(feeBps)) / 10_000n
}
