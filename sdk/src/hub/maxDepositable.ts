import { spendableAfterGas } from '../chain/gasReserve.js'

/**
 * The most that a wallet can deposit and still pay for the gas.
 *
 * @param walletBalance - USDC base units.
 * @param gasReserve - In USDC base units, as `readGasReserve` gives it, where USDC pays for gas; 0n elsewhere.
 * @returns USDC base units, 0n where nothing is left.
 * @example
 * maxDepositable(balance, await readGasReserve(publicClient))
 */
export function maxDepositable(walletBalance: bigint, gasReserve: bigint): bigint {
  return spendableAfterGas(walletBalance, gasReserve)
}
