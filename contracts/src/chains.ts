import type { Address } from 'viem'

/**
 * All facts about the chains that Holdfast works on.
 *
 * Addresses come from the issuers' own pages; nothing here is guessed, and what a chain does not have is absent.
 * Addresses of our own contracts are computed (`generated/addresses.ts`), not listed.
 */

/** An ERC-20 token of one chain. Identity is (chain id, address): symbols repeat, also on counterfeits. */
export type Token = {
  address: Address
  symbol: string
  name: string
  decimals: number
  /** Lower-case words a person may type to find the token. */
  searchNames: readonly string[]
  /** True where the token itself refuses parties that its issuer has not admitted. Never offered for payments. */
  allowlisted: boolean
  /** EIP-712 domain, where the token verifies signatures. */
  domain?: { name: string; version: string } | undefined
}

/** The hosts of one chain, in the order in which they are tried. */
export type Endpoints = {
  rpcUrls: readonly string[]
  /** Hosts that accept the methods a signing wallet needs, best first. */
  signingRpcUrls: readonly string[]
  wsUrls: readonly string[]
  explorerUrl: string
  /** Base URL of a readable history; undefined where none exists. */
  explorerApi: string | undefined
  faucetUrl: string
}

/** The first block that can hold an event of ours. */
export type DeployBlocks = {
  transfer: bigint
  spendPolicyFactory: bigint
  stealthAnnouncer: bigint
}

/** The facts of one chain. */
export type Chain = {
  id: number
  name: string
  /** Chain short name (ERC-3770), as used in `name:0x…` addresses. */
  shortName: string
  nativeCurrency: { name: string; symbol: string; decimals: 18 }
  /** True where USDC pays for gas, so that payment and fee come out of one balance. */
  gasIsUsdc: boolean
  blockTimeMs: number
  /** Blocks that `eth_getLogs` may span, both ends included, on the strictest of the listed hosts worth using. */
  logRangeBlocks: number
  /** Blocks after which an event cannot disappear any more; 0 where inclusion is final. */
  reorgDepthBlocks: number
  endpoints: Endpoints
  /** `blockscout`: REST v2, with Etherscan-like calls beside it. `etherscan`: only the Etherscan-like calls. */
  explorerApiKind: 'blockscout' | 'etherscan'
  usdc: Token & { domain: { name: string; version: string } }
  /** All tokens Holdfast knows on the chain, USDC first. */
  tokens: readonly Token[]
  permit: Address
  multicall3: Address
  /** Predeploys that only the primary chain has. */
  memo: Address | undefined
  multicall3From: Address | undefined
  /** Domain of the chain in the issuer's Bridge and Hub; a domain is not a chain id. */
  bridgeDomain: number
  /** Below this fee the chain drops a transaction without an error. */
  minFeePerGas: bigint | undefined
  /** True where an account without nonce and code cannot be emptied by signature. */
  keepsOneUnit: boolean
  deployBlocks: DeployBlocks
}

/** The CREATE2 factory, at the same address on every listed chain. */
export const create2Factory: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The issuer's own contracts, at the same address on every testnet it serves (including Arc and the four below). */
export const issuerContracts = {
  bridgeTokenMessenger: '0x8FE6B999Dc680CcFDD5Bf7EB0974218be2542DAA',
  bridgeMessageTransmitter: '0xE737e5cEBEEBa77EFE34D4aa090756590b1CE275',
  bridgeTokenMinter: '0xb43db544E2c27092c107639Ad201b3dEfAbcF192',
  hubWallet: '0x0077777d7EBA4688BDeF3E311b846F25870A19B9',
  hubMinter: '0x0022222ABE238Cc2C7Bb1f21003F0a260052475B',
} as const satisfies Record<string, Address>

/** The issuer's services for all testnets together. They take no key. */
export const issuerApis = {
  attestation: 'https://iris-api-sandbox.circle.com',
  hub: 'https://gateway-api-testnet.circle.com',
} as const satisfies Record<string, string>

/** The issuer's currency-exchange escrow, on Arc testnet only. Source: the StableFX contract interfaces page of its docs. */
export const fxEscrow: Address = '0x867650F5eAe8df91445971f14d89fd84F0C9a9f8'

const everywhere = {
  permit: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
} as const

const faucetUrl = 'https://faucet.circle.com'

function usdc<const domainName extends string>(address: Address, domainName: domainName) {
  return {
    address,
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    searchNames: ['usdc', 'usd coin', 'dollar'],
    allowlisted: false,
    domain: { name: domainName, version: '2' },
  } as const
}

/** Without a domain: its name is confirmed on the primary chain only. */
function eurc(address: Address): Token {
  return {
    address,
    symbol: 'EURC',
    name: 'Euro Coin',
    decimals: 6,
    searchNames: ['eurc', 'euro coin', 'euro'],
    allowlisted: false,
  }
}

const primaryUsdc = usdc('0x3600000000000000000000000000000000000000', 'USDC')
const sepoliaUsdc = usdc('0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', 'USDC')
const baseUsdc = usdc('0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'USDC')
const arbitrumUsdc = usdc('0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d', 'USD Coin')
const fujiUsdc = usdc('0x5425890298aed601595a70AB815c96711a31Bc65', 'USD Coin')

/** Arc testnet, the primary chain: USDC is also the gas coin, blocks are final on inclusion. */
export const arcTestnetChain: Chain = {
  ...everywhere,
  id: 5042002,
  name: 'Arc Testnet',
  shortName: 'arc-testnet',
  nativeCurrency: { name: 'USDC', symbol: 'USDC', decimals: 18 },
  gasIsUsdc: true,
  blockTimeMs: 500,
  logRangeBlocks: 10_000,
  reorgDepthBlocks: 0,
  endpoints: {
    // The chain's pages name the first family, viem and the issuer's kits the second; both are the same four operators.
    // The first was seen to answer.
    rpcUrls: [
      'https://rpc.drpc.testnet.arc.io',
      'https://rpc.blockdaemon.testnet.arc.io',
      'https://rpc.quicknode.testnet.arc.io',
      'https://rpc.testnet.arc.io',
      'https://rpc.drpc.testnet.arc.network',
      'https://rpc.blockdaemon.testnet.arc.network',
      'https://rpc.quicknode.testnet.arc.network',
      'https://rpc.testnet.arc.network',
    ],
    signingRpcUrls: [
      'https://rpc.quicknode.testnet.arc.io',
      'https://rpc.testnet.arc.io',
      'https://rpc.drpc.testnet.arc.io',
      'https://rpc.blockdaemon.testnet.arc.io',
      'https://rpc.quicknode.testnet.arc.network',
      'https://rpc.testnet.arc.network',
      'https://rpc.drpc.testnet.arc.network',
      'https://rpc.blockdaemon.testnet.arc.network',
    ],
    wsUrls: [
      'wss://rpc.testnet.arc.io',
      'wss://rpc.drpc.testnet.arc.io',
      'wss://rpc.quicknode.testnet.arc.io',
      'wss://rpc.blockdaemon.testnet.arc.io/websocket',
      'wss://rpc.testnet.arc.network',
      'wss://rpc.quicknode.testnet.arc.network',
    ],
    explorerUrl: 'https://explorer.testnet.arc.io',
    explorerApi: 'https://explorer.testnet.arc.io/api/v2',
    faucetUrl,
  },
  explorerApiKind: 'blockscout',
  usdc: primaryUsdc,
  tokens: [
    primaryUsdc,
    { ...eurc('0x89B50855Aa3bE2F677cD6303Cec089B5F319D72a'), domain: { name: 'EURC', version: '2' } },
    {
      address: '0xf0C4a4CE82A5746AbAAd9425360Ab04fbBA432BF',
      symbol: 'cirBTC',
      name: 'Circle Wrapped Bitcoin',
      decimals: 8,
      searchNames: ['cirbtc', 'circle wrapped bitcoin', 'bitcoin'],
      allowlisted: false,
    },
    {
      address: '0xe9185F0c5F296Ed1797AaE4238D26CCaBEadb86C',
      symbol: 'USYC',
      name: 'US Yield Coin',
      decimals: 6,
      searchNames: ['usyc', 'us yield coin', 'yield'],
      allowlisted: true,
    },
  ],
  memo: '0x5294E9927c3306DcBaDb03fe70b92e01cCede505',
  multicall3From: '0x522fAf9A91c41c443c66765030741e4AaCe147D0',
  bridgeDomain: 26,
  minFeePerGas: 20_000_000_000n,
  keepsOneUnit: true,
  deployBlocks: { transfer: 51_326_557n, spendPolicyFactory: 51_326_557n, stealthAnnouncer: 53_756_547n },
}

// Our contracts cannot be older than the chain's Multicall3, so its deploy block is a safe lower bound wherever the
// exact block is not known; `overrideDeployment` narrows it.

/** Ethereum Sepolia. */
export const sepoliaChain: Chain = {
  ...everywhere,
  id: 11155111,
  name: 'Ethereum Sepolia',
  shortName: 'sep',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  gasIsUsdc: false,
  blockTimeMs: 12_000,
  logRangeBlocks: 10_000,
  reorgDepthBlocks: 64,
  endpoints: {
    rpcUrls: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.drpc.org'],
    signingRpcUrls: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.drpc.org'],
    wsUrls: [],
    explorerUrl: 'https://sepolia.etherscan.io',
    explorerApi: 'https://eth-sepolia.blockscout.com/api/v2',
    faucetUrl,
  },
  explorerApiKind: 'blockscout',
  usdc: sepoliaUsdc,
  tokens: [sepoliaUsdc, eurc('0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4')],
  memo: undefined,
  multicall3From: undefined,
  bridgeDomain: 0,
  minFeePerGas: undefined,
  keepsOneUnit: false,
  deployBlocks: { transfer: 751_532n, spendPolicyFactory: 751_532n, stealthAnnouncer: 751_532n },
}

/** Base Sepolia. */
export const baseSepoliaChain: Chain = {
  ...everywhere,
  id: 84532,
  name: 'Base Sepolia',
  shortName: 'basesep',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  gasIsUsdc: false,
  blockTimeMs: 2_000,
  logRangeBlocks: 10_000,
  reorgDepthBlocks: 8,
  endpoints: {
    rpcUrls: [
      'https://base-sepolia-rpc.publicnode.com',
      'https://base-sepolia.gateway.tenderly.co',
      'https://base-sepolia.drpc.org',
      'https://sepolia.base.org',
    ],
    signingRpcUrls: [
      'https://base-sepolia-rpc.publicnode.com',
      'https://sepolia.base.org',
      'https://base-sepolia.drpc.org',
    ],
    wsUrls: [],
    explorerUrl: 'https://sepolia.basescan.org',
    explorerApi: 'https://base-sepolia.blockscout.com/api/v2',
    faucetUrl,
  },
  explorerApiKind: 'blockscout',
  usdc: baseUsdc,
  tokens: [baseUsdc, eurc('0x808456652fdb597867f38412077A9182bf77359F')],
  memo: undefined,
  multicall3From: undefined,
  bridgeDomain: 6,
  minFeePerGas: undefined,
  keepsOneUnit: false,
  deployBlocks: { transfer: 1_059_647n, spendPolicyFactory: 1_059_647n, stealthAnnouncer: 1_059_647n },
}

/** Arbitrum Sepolia. No EURC has been published there. */
export const arbitrumSepoliaChain: Chain = {
  ...everywhere,
  id: 421614,
  name: 'Arbitrum Sepolia',
  shortName: 'arb-sep',
  nativeCurrency: { name: 'Arbitrum Sepolia Ether', symbol: 'ETH', decimals: 18 },
  gasIsUsdc: false,
  blockTimeMs: 250,
  logRangeBlocks: 50_000,
  reorgDepthBlocks: 32,
  endpoints: {
    rpcUrls: [
      'https://sepolia-rollup.arbitrum.io/rpc',
      'https://arbitrum-sepolia-rpc.publicnode.com',
      'https://arbitrum-sepolia.drpc.org',
    ],
    signingRpcUrls: ['https://sepolia-rollup.arbitrum.io/rpc', 'https://arbitrum-sepolia-rpc.publicnode.com'],
    wsUrls: [],
    explorerUrl: 'https://sepolia.arbiscan.io',
    explorerApi: 'https://arbitrum-sepolia.blockscout.com/api/v2',
    faucetUrl,
  },
  explorerApiKind: 'blockscout',
  usdc: arbitrumUsdc,
  tokens: [arbitrumUsdc],
  memo: undefined,
  multicall3From: undefined,
  bridgeDomain: 3,
  minFeePerGas: undefined,
  keepsOneUnit: false,
  deployBlocks: { transfer: 81_930n, spendPolicyFactory: 81_930n, stealthAnnouncer: 81_930n },
}

/** Avalanche Fuji. Its history is read through an Etherscan-like API; no Blockscout serves it. */
export const avalancheFujiChain: Chain = {
  ...everywhere,
  id: 43113,
  name: 'Avalanche Fuji',
  shortName: 'fuji',
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  gasIsUsdc: false,
  blockTimeMs: 2_000,
  logRangeBlocks: 2_048,
  reorgDepthBlocks: 2,
  endpoints: {
    rpcUrls: [
      'https://api.avax-test.network/ext/bc/C/rpc',
      'https://avalanche-fuji-c-chain-rpc.publicnode.com',
      'https://avalanche-fuji.drpc.org',
    ],
    signingRpcUrls: ['https://api.avax-test.network/ext/bc/C/rpc', 'https://avalanche-fuji-c-chain-rpc.publicnode.com'],
    wsUrls: [],
    explorerUrl: 'https://testnet.snowtrace.io',
    explorerApi: 'https://api.routescan.io/v2/network/testnet/evm/43113/etherscan/api',
    faucetUrl,
  },
  explorerApiKind: 'etherscan',
  usdc: fujiUsdc,
  tokens: [fujiUsdc, eurc('0x5E44db7996c682E92a960b65AC713a54AD815c6B')],
  memo: undefined,
  multicall3From: undefined,
  bridgeDomain: 1,
  minFeePerGas: undefined,
  keepsOneUnit: false,
  deployBlocks: { transfer: 7_096_959n, spendPolicyFactory: 7_096_959n, stealthAnnouncer: 7_096_959n },
}

/** Every chain Holdfast works on, the primary chain first. */
export const chains: readonly Chain[] = [
  arcTestnetChain,
  sepoliaChain,
  baseSepoliaChain,
  arbitrumSepoliaChain,
  avalancheFujiChain,
]
