import type { Address } from 'viem'
import {
  arbitrumSepoliaChain,
  arcTestnetChain,
  avalancheFujiChain,
  baseSepoliaChain,
  type Chain,
  sepoliaChain,
} from './chains.js'

/**
 * The testnets between which the issuer's Bridge moves USDC. Our own contracts are deployed on few of them; money can come
 * from all of them. Rows of the chains with our contracts use the values of `chains.ts`; nothing is listed twice.
 */
export type BridgeChainFacts = {
  name: string
  /** Number of the chain in the issuer's Bridge and Hub; not a chain id, and the same on mainnet. */
  domain: number
  chainId: number
  /** The issuer's own USDC there: 6 decimals everywhere. */
  usdc: Address
  nativeCurrency: { name: string; symbol: string; decimals: 18 }
  /** True where USDC pays for gas, so that payment and fee come out of one balance. */
  gasIsUsdc: boolean
  /** Approximate block time: the interval for polling a receipt, not guaranteed. */
  blockTimeMs: number
  /** Below this fee the chain drops a transaction without an error. */
  minFeePerGas: bigint | undefined
  rpcUrls: readonly string[]
  explorerUrl: string
  /** Whether burns there can be attested before they are final, for a fee. Elsewhere final is quick enough. */
  hasFastTier: boolean
  /** Whether the issuer mints there. At run time its fee list decides; this is the last known state. */
  isForwardingDestination: boolean
  /** Whether the issuer's Hub takes deposits there and pays out there. */
  isHubChain: boolean
  /** What the Bridge's transactions cost there. */
  gas: BridgeGas
}

/** Gas of the Bridge's transactions on one chain. */
type BridgeGas = {
  /** Most gas of an approval and of a burn: what a wallet must be able to pay before it is asked to sign. */
  approve: bigint
  burn: bigint
  /** Percent of the node's estimate that a transaction carries. */
  estimatePercent: bigint
  /** The least gas that a transaction carries, on a chain whose nodes estimate too little. */
  floors?: { approve: bigint; burn: bigint; mint: bigint } | undefined
}

/** Measured with room on chains that price gas as Ethereum does. */
const ordinaryGas = { approve: 80_000n, burn: 250_000n, estimatePercent: 125n } as const satisfies BridgeGas

/** Nodes leave out the price of calldata: 30,600 estimated where the chain asks for 45,000. Floors of the issuer's kit. */
const cronosGas = {
  approve: 150_000n,
  burn: 500_000n,
  estimatePercent: 125n,
  floors: { approve: 150_000n, burn: 500_000n, mint: 400_000n },
} as const satisfies BridgeGas

/** A new storage slot costs about 51,500 gas more: a burn 379,263, and a quarter on top. */
const seiGas = { approve: 140_000n, burn: 500_000n, estimatePercent: 125n } as const satisfies BridgeGas

/** Each transaction costs about 53,000 gas more: an approval 119,484, and a quarter on top. */
const edgeGas = { approve: 150_000n, burn: 320_000n, estimatePercent: 125n } as const satisfies BridgeGas

/** Sources: the issuer's pages of supported chains and its published kits, rows checked on chain by an integrator. */
export const bridgeChains = {
  Arc_Testnet: deployed(arcTestnetChain, { hasFastTier: false }),
  Ethereum_Sepolia: deployed(sepoliaChain, { hasFastTier: true }),
  Avalanche_Fuji: deployed(avalancheFujiChain, { hasFastTier: false }),
  OP_Sepolia: {
    name: 'OP Sepolia',
    domain: 2,
    chainId: 11155420,
    usdc: '0x5fd84259d66Cd46123540766Be93DFE6D43130D7',
    nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 2_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://sepolia.optimism.io'],
    explorerUrl: 'https://optimism-sepolia.blockscout.com',
    hasFastTier: true,
    isForwardingDestination: true,
    isHubChain: true,
    gas: ordinaryGas,
  },
  Arbitrum_Sepolia: deployed(arbitrumSepoliaChain, { hasFastTier: true }),
  Base_Sepolia: deployed(baseSepoliaChain, { hasFastTier: true }),
  Polygon_Amoy: {
    name: 'Polygon Amoy',
    domain: 7,
    chainId: 80002,
    usdc: '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 2_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://polygon-amoy-bor-rpc.publicnode.com', 'https://polygon-amoy.drpc.org'],
    explorerUrl: 'https://amoy.polygonscan.com',
    hasFastTier: false,
    isForwardingDestination: true,
    isHubChain: true,
    gas: ordinaryGas,
  },
  Unichain_Sepolia: {
    name: 'Unichain Sepolia',
    domain: 10,
    chainId: 1301,
    usdc: '0x31d0220469e10c4E71834a79b1f276d740d3768F',
    nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://sepolia.unichain.org'],
    explorerUrl: 'https://sepolia.uniscan.xyz',
    hasFastTier: true,
    isForwardingDestination: true,
    isHubChain: true,
    gas: ordinaryGas,
  },
  Linea_Sepolia: {
    name: 'Linea Sepolia',
    domain: 11,
    chainId: 59141,
    usdc: '0xFEce4462D57bD51A6A552365A011b95f0E16d9B7',
    nativeCurrency: { name: 'Linea Ether', symbol: 'ETH', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 2_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://rpc.sepolia.linea.build'],
    explorerUrl: 'https://sepolia.lineascan.build',
    hasFastTier: true,
    isForwardingDestination: true,
    isHubChain: false,
    gas: ordinaryGas,
  },
  Codex_Testnet: {
    name: 'Codex Testnet',
    domain: 12,
    chainId: 812242,
    usdc: '0x6d7f141b6819C2c9CC2f818e6ad549E7Ca090F8f',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 2_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://rpc.codex-stg.xyz'],
    explorerUrl: 'https://explorer.codex-stg.xyz',
    hasFastTier: true,
    isForwardingDestination: true,
    isHubChain: false,
    gas: ordinaryGas,
  },
  Sonic_Testnet: {
    name: 'Sonic Testnet',
    domain: 13,
    chainId: 14601,
    usdc: '0x0BA304580ee7c9a980CF72e55f5Ed2E9fd30Bc51',
    nativeCurrency: { name: 'Sonic', symbol: 'S', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://rpc.testnet.soniclabs.com'],
    explorerUrl: 'https://testnet.sonicscan.org',
    hasFastTier: false,
    isForwardingDestination: true,
    isHubChain: true,
    gas: ordinaryGas,
  },
  World_Chain_Sepolia: {
    name: 'World Chain Sepolia',
    domain: 14,
    chainId: 4801,
    usdc: '0x66145f38cBAC35Ca6F1Dfb4914dF98F1614aeA88',
    nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 2_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://worldchain-sepolia.drpc.org', 'https://worldchain-sepolia.g.alchemy.com/public'],
    explorerUrl: 'https://sepolia.worldscan.org',
    hasFastTier: true,
    isForwardingDestination: true,
    isHubChain: true,
    gas: ordinaryGas,
  },
  Monad_Testnet: {
    name: 'Monad Testnet',
    domain: 15,
    chainId: 10143,
    usdc: '0x534b2f3A21130d7a60830c2Df862319e593943A3',
    nativeCurrency: { name: 'Monad', symbol: 'MON', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 400,
    minFeePerGas: undefined,
    rpcUrls: ['https://testnet-rpc.monad.xyz'],
    explorerUrl: 'https://testnet.monadexplorer.com',
    hasFastTier: false,
    isForwardingDestination: true,
    isHubChain: false,
    gas: ordinaryGas,
  },
  Sei_Testnet: {
    name: 'Sei Testnet',
    domain: 16,
    chainId: 1328,
    usdc: '0x4fCF1784B31630811181f670Aea7A7bEF803eaED',
    nativeCurrency: { name: 'Sei', symbol: 'SEI', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 400,
    minFeePerGas: undefined,
    rpcUrls: ['https://evm-rpc-testnet.sei-apis.com'],
    explorerUrl: 'https://testnet.seiscan.io',
    hasFastTier: false,
    isForwardingDestination: true,
    isHubChain: true,
    gas: seiGas,
  },
  XDC_Apothem: {
    name: 'XDC Apothem',
    domain: 18,
    chainId: 51,
    usdc: '0xb5AB69F7bBada22B28e79C8FFAECe55eF1c771D4',
    nativeCurrency: { name: 'Test XDC', symbol: 'TXDC', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 2_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://erpc.apothem.network'],
    explorerUrl: 'https://testnet.xdcscan.com',
    hasFastTier: false,
    isForwardingDestination: true,
    isHubChain: false,
    gas: ordinaryGas,
  },
  HyperEVM_Testnet: {
    name: 'HyperEVM Testnet',
    domain: 19,
    chainId: 998,
    usdc: '0x2B3370eE501B4a559b57D449569354196457D8Ab',
    nativeCurrency: { name: 'Hype', symbol: 'HYPE', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://rpc.hyperliquid-testnet.xyz/evm'],
    explorerUrl: 'https://app.hyperliquid-testnet.xyz/explorer',
    hasFastTier: false,
    isForwardingDestination: true,
    isHubChain: true,
    gas: ordinaryGas,
  },
  Ink_Testnet: {
    name: 'Ink Sepolia',
    domain: 21,
    chainId: 763373,
    usdc: '0xFabab97dCE620294D2B0b0e46C68964e326300Ac',
    nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://rpc-gel-sepolia.inkonchain.com', 'https://rpc-qnd-sepolia.inkonchain.com'],
    explorerUrl: 'https://explorer-sepolia.inkonchain.com',
    hasFastTier: true,
    isForwardingDestination: true,
    isHubChain: false,
    gas: ordinaryGas,
  },
  Plume_Testnet: {
    name: 'Plume Testnet',
    domain: 22,
    chainId: 98867,
    usdc: '0xcB5f30e335672893c7eb944B374c196392C19D18',
    nativeCurrency: { name: 'Plume', symbol: 'PLUME', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://testnet-rpc.plume.org'],
    explorerUrl: 'https://testnet-explorer.plume.org',
    hasFastTier: true,
    isForwardingDestination: true,
    isHubChain: false,
    gas: ordinaryGas,
  },
  Edge_Testnet: {
    name: 'Edge Testnet',
    domain: 28,
    chainId: 33431,
    usdc: '0x2d9F7CAD728051AA35Ecdc472a14cf8cDF5CFD6B',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://edge-testnet.g.alchemy.com/public'],
    explorerUrl: 'https://edge-testnet.explorer.alchemy.com',
    // As on Morph, after 65 blocks.
    hasFastTier: true,
    isForwardingDestination: true,
    isHubChain: false,
    gas: edgeGas,
  },
  Injective_Testnet: {
    name: 'Injective Testnet',
    domain: 29,
    chainId: 1439,
    usdc: '0x0C382e685bbeeFE5d3d9C29e29E341fEE8E84C5d',
    nativeCurrency: { name: 'Injective', symbol: 'INJ', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://k8s.testnet.json-rpc.injective.network'],
    explorerUrl: 'https://testnet.blockscout.injective.network',
    // Not on the issuer's lists of either kind; one confirmation is final there, so nothing could be quicker.
    hasFastTier: false,
    isForwardingDestination: false,
    isHubChain: false,
    gas: ordinaryGas,
  },
  Morph_Hoodi: {
    name: 'Morph Hoodi',
    domain: 30,
    chainId: 2910,
    usdc: '0x7433b41C6c5e1d58D4Da99483609520255ab661B',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://rpc-hoodi.morphl2.io'],
    explorerUrl: 'https://explorer-hoodi.morphl2.io',
    // Final after 64 blocks, attested after one: by the confirmations that the issuer's kit counts.
    hasFastTier: true,
    isForwardingDestination: false,
    isHubChain: false,
    gas: ordinaryGas,
  },
  Pharos_Testnet: {
    name: 'Pharos Atlantic',
    domain: 31,
    chainId: 688689,
    usdc: '0xcfC8330f4BCAB529c625D12781b1C19466A9Fc8B',
    nativeCurrency: { name: 'Pharos', symbol: 'PHAROS', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://atlantic.dplabs-internal.com'],
    explorerUrl: 'https://atlantic.pharosscan.xyz',
    // As on Injective.
    hasFastTier: false,
    isForwardingDestination: false,
    isHubChain: false,
    gas: ordinaryGas,
  },
  Cronos_Testnet: {
    name: 'Cronos Testnet',
    domain: 32,
    chainId: 338,
    usdc: '0xEb33dc5fac03833e132593659e1dE7256aB59794',
    nativeCurrency: { name: 'Cronos', symbol: 'tCRO', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://evm-t3.cronos.org'],
    explorerUrl: 'https://explorer.cronos.org/testnet',
    // As on Injective.
    hasFastTier: false,
    isForwardingDestination: false,
    isHubChain: false,
    gas: cronosGas,
  },
  Plasma_Testnet: {
    name: 'Plasma Testnet',
    domain: 33,
    chainId: 9746,
    usdc: '0xE67Fb267022cBA8064Dd388CC2FED724F3120D9D',
    nativeCurrency: { name: 'Plasma', symbol: 'XPL', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://testnet-rpc.plasma.to'],
    explorerUrl: 'https://testnet.plasmascan.to',
    // Final after three blocks: nothing could be much quicker.
    hasFastTier: false,
    isForwardingDestination: false,
    isHubChain: false,
    gas: ordinaryGas,
  },
  X_Layer_Testnet: {
    name: 'X Layer Testnet',
    domain: 37,
    chainId: 1952,
    usdc: '0xDec90b78111Ba2fc6FC6d84d8B9ec159A2d4b9B3',
    nativeCurrency: { name: 'OKB', symbol: 'OKB', decimals: 18 },
    gasIsUsdc: false,
    blockTimeMs: 1_000,
    minFeePerGas: undefined,
    rpcUrls: ['https://testrpc.xlayer.tech', 'https://xlayertestrpc.okx.com'],
    explorerUrl: 'https://www.oklink.com/xlayer-test',
    // As on Morph, after 65 blocks.
    hasFastTier: true,
    isForwardingDestination: false,
    isHubChain: false,
    gas: ordinaryGas,
  },
} as const satisfies Record<string, BridgeChainFacts>

/** A chain with our own contracts. All of them are forwarding destinations and Hub chains. */
function deployed(
  { id, bridgeDomain, usdc, endpoints, ...chain }: Chain,
  { hasFastTier }: { hasFastTier: boolean },
): BridgeChainFacts & { isHubChain: true } {
  const { name, nativeCurrency, gasIsUsdc, blockTimeMs, minFeePerGas } = chain
  const { rpcUrls, explorerUrl } = endpoints
  return {
    name,
    domain: bridgeDomain,
    chainId: id,
    usdc: usdc.address,
    nativeCurrency,
    gasIsUsdc,
    blockTimeMs,
    minFeePerGas,
    rpcUrls,
    explorerUrl,
    hasFastTier,
    isForwardingDestination: true,
    isHubChain: true,
    gas: ordinaryGas,
  }
}
