import {
  BRIDGE_CHAINS,
  bridgeChainByChainId,
  chainLabel,
  formatUsdc,
  type ReadClient,
  readGasReserve,
  requireDeployment,
} from '@holdfast/sdk/chain'

/** Name and id of a chain, for a plan. */
export function describeChain(chainId: number): string {
  const name = bridgeChainByChainId(chainId)
  return `${name === undefined ? requireDeployment(chainId).name : chainLabel(name)} (${chainId})`
}

/** What the network will take for a few transactions, for a plan. */
export async function describeNetworkFee(client: ReadClient, chainId: number): Promise<string> {
  const name = bridgeChainByChainId(chainId)
  const { nativeCurrency } = name === undefined ? requireDeployment(chainId) : BRIDGE_CHAINS[name]
  const gasIsUsdc = name !== undefined && BRIDGE_CHAINS[name].gasToken === 'usdc'
  if (!gasIsUsdc) return `paid in ${nativeCurrency.symbol}, not in USDC`
  return `at most about ${formatUsdc(await readGasReserve(client))} USDC`
}
