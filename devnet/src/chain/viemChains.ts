import { arcTestnetChain, baseSepoliaChain, type Chain } from '@holdfast/contracts'
import { defineChain } from 'viem'

/** The primary chain as a viem chain. Importing `viem/chains` would load some seven hundred chains. */
export const arcTestnet = /* @__PURE__ */ toViemChain(arcTestnetChain)

/** The remote chain. */
export const baseSepolia = /* @__PURE__ */ toViemChain(baseSepoliaChain)

function toViemChain({ id, name, nativeCurrency, multicall3 }: Chain) {
  const contracts = { multicall3: { address: multicall3 } }
  return defineChain({ id, name, nativeCurrency, contracts, rpcUrls: { default: { http: [] } } })
}
