import { type BridgeChainName, bridgeChainFacts, bridgeWriteChain } from '../chain/bridgeChains.js'

/**
 * What a wallet must hold for the gas of a burn: half as much again as at the price of the moment, since up to twice that price is
 * offered. The `gasCost` of `bridgeShortfall`, and what `bridgeFromWallet` asks for before a signature.
 *
 * @param gasPrice - Of the chain's node, in native units of 18 decimals.
 * @param options - `isApproved`: whether the allowance covers the burn already, so that no approval is sent. Default: false.
 * @returns Native units.
 * @example
 * const gasCost = bridgeGasCost('Base_Sepolia', await publicClient.getGasPrice())
 */
export function bridgeGasCost(
  from: BridgeChainName,
  gasPrice: bigint,
  { isApproved = false }: { isApproved?: boolean | undefined } = {},
): bigint {
  const { approve, burn } = bridgeChainFacts(from).gas
  const { minFeePerGas = 0n } = bridgeWriteChain(from)
  return ((gasPrice > minFeePerGas ? gasPrice : minFeePerGas) * (isApproved ? burn : approve + burn) * 3n) / 2n
}
