import { formatUnits } from 'viem'

/** USDC base units as a person reads them: `2.5 USDC`. */
export function amountText(amount: bigint): string {
  return `${formatUnits(amount, 6)} USDC`
}
