import { requireDeployment } from '@holdfast/sdk/chain'
import { numberToHex } from 'viem/utils'

/**
 * The request that adds the guard to a wallet as an endpoint of its chain.
 *
 * Wallets take `https`, and `http` on `localhost` and `127.0.0.1`.
 *
 * @throws `UnknownChainError`
 * @example
 * const { method, params } = addChainRequest(5042002, 'http://127.0.0.1:8545')
 */
export function addChainRequest(chainId: number, url: string): AddChainRequest {
  return { method: 'wallet_addEthereumChain', params: [chainOf(chainId, url, ' (guarded)')] }
}

/**
 * The request that removes the guard from a wallet: it restores the chain's own endpoints.
 *
 * @throws `UnknownChainError`
 */
export function restoreChainRequest(chainId: number): AddChainRequest {
  return { method: 'wallet_addEthereumChain', params: [chainOf(chainId, undefined, '')] }
}

/** As `request` of an EIP-1193 provider takes it (EIP-3085). */
export type AddChainRequest = { method: 'wallet_addEthereumChain'; params: readonly [AddChainParameters] }

/** A chain as EIP-3085 describes it. */
export type AddChainParameters = {
  chainId: `0x${string}`
  chainName: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: readonly string[]
  blockExplorerUrls: readonly string[]
}

function chainOf(chainId: number, url: string | undefined, suffix: string): AddChainParameters {
  const { name, nativeCurrency, rpcUrls, explorerUrl } = requireDeployment(chainId)
  return {
    chainId: numberToHex(chainId),
    chainName: `${name}${suffix}`,
    nativeCurrency,
    rpcUrls: url === undefined ? rpcUrls : [url],
    blockExplorerUrls: [explorerUrl],
  }
}
