/**
 * The most that a balance of the Hub can deliver: the balance on the source chain, less the fee ceiling that must be
 * covered on top.
 *
 * @param here - The balance on the source chain, never the total; USDC base units.
 * @param feeCeiling - `maxFee` of the quote.
 * @returns USDC base units, 0n where the balance does not even cover the fee.
 * @example
 * const quote = await quoteHubSpend({ from: 'Arc_Testnet', to: 'Base_Sepolia', amount, depositor: sender })
 * maxHubSpendable(balance, quote.maxFee)
 */
export function maxHubSpendable(here: bigint, feeCeiling: bigint): bigint {
  return here > feeCeiling ? here - feeCeiling : 0n
}
