import type { ReadClient } from './clients.js'
import { chainIdOf } from './network.js'
import { deploymentFor } from './registry.js'

/** Gas to keep for a protected send. */
export const SEND_GAS_LIMIT = 700_000n

/** Gas to keep for a private payment: deploy, fund, pay. Twice the measured 444,362. */
export const PAY_GAS_LIMIT = 900_000n

/** The least to keep for fees, in USDC base units: 0.05 USDC. */
export const MIN_GAS_RESERVE = 50_000n

/** Native units of 18 decimals in one USDC base unit of 6. */
const nativePerUnit = 10n ** 12n

/**
 * USDC to keep back for fees where USDC pays for gas. Offering the whole balance would leave nothing for them.
 *
 * @param gasPrice - Native units (18 decimals) per gas, as `eth_gasPrice` answers.
 * @param gasLimit - @default SEND_GAS_LIMIT
 * @returns USDC base units, rounded up, at least {@link MIN_GAS_RESERVE}.
 * @example
 * gasReserve(100_000_000_000n) // 70000n, that is 0.07 USDC
 */
export function gasReserve(gasPrice: bigint, gasLimit: bigint = SEND_GAS_LIMIT): bigint {
  const cost = (gasPrice * gasLimit + nativePerUnit - 1n) / nativePerUnit
  return cost > MIN_GAS_RESERVE ? cost : MIN_GAS_RESERVE
}

/**
 * Reads the gas price and computes {@link gasReserve} from it.
 *
 * @param gasLimit - @default SEND_GAS_LIMIT
 * @returns USDC base units. `0n` on a chain whose gas is another coin: fees do not come out of the USDC there.
 *   {@link MIN_GAS_RESERVE} when the node does not answer; it never throws.
 * @example
 * const most = spendableAfterGas(balance, await readGasReserve(publicClient))
 */
export async function readGasReserve(client: ReadClient, gasLimit: bigint = SEND_GAS_LIMIT): Promise<bigint> {
  try {
    const deployment = deploymentFor(client.chain?.id ?? (await chainIdOf(client)))
    if (deployment?.gasIsUsdc === false) return 0n
    const gasPrice = BigInt(await client.request({ method: 'eth_gasPrice' }))
    const { minFeePerGas = 0n } = deployment ?? {}
    return gasReserve(gasPrice > minFeePerGas ? gasPrice : minFeePerGas, gasLimit)
  } catch {
    return MIN_GAS_RESERVE
  }
}

/**
 * What of a balance can be offered to spend.
 *
 * @returns USDC base units, never negative.
 * @example
 * spendableAfterGas(10_000_000n, 50_000n) // 9950000n
 */
export function spendableAfterGas(balance: bigint, reserve: bigint): bigint {
  return balance > reserve ? balance - reserve : 0n
}
