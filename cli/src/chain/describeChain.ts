import { formatUsdc, type ReadClient, readGasReserve, requireDeployment } from '@holdfast/sdk/chain'

/** Name and id of a chain, for a plan. */
export function describeChain(chainId: number): string {
  const { name } = requireDeployment(chainId)
  return `${name} (${chainId})`
}

/** What the network will take for a few transactions, for a plan. */
export async function describeNetworkFee(client: ReadClient, chainId: number): Promise<string> {
  const { gasIsUsdc, nativeCurrency } = requireDeployment(chainId)
  if (!gasIsUsdc) return `paid in ${nativeCurrency.symbol}, not in USDC`
  return `at most about ${formatUsdc(await readGasReserve(client))} USDC`
}
