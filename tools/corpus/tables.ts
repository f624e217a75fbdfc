import { chains } from '@holdfast/contracts'
import type { Address } from 'viem'
import type { BaitKind } from './types.js'

/** Where lookalikes were measured: Ethereum and BSC 2022 to 2024, and the feed of 2025. */
export type Distribution = 'E' | 'B' | 'F'

/**
 * How many confirmed thefts had p equal leading and s equal trailing characters: [p, s, Ethereum, BSC, feed]. The column of
 * BSC is without 1,652 rows of 3 + 4 that the data set counts as thefts: payments of one token between pairs of vanity twins.
 */
export const MATCH_TABLE: readonly (readonly [p: number, s: number, E: number, B: number, F: number])[] = [
  [3, 4, 231, 737, 3],
  [3, 5, 379, 753, 1],
  [3, 6, 476, 105, 43],
  [3, 7, 25, 6, 1],
  [3, 8, 3, 7, 0],
  [4, 4, 211, 1183, 280],
  [4, 5, 43, 156, 65],
  [4, 6, 65, 189, 9],
  [4, 7, 3, 14, 2],
  [4, 8, 0, 15, 0],
  [4, 9, 0, 1, 0],
  [5, 4, 10, 52, 24],
  [5, 5, 3, 9, 4],
  [5, 6, 1, 6, 0],
  [5, 7, 0, 2, 0],
  [5, 8, 0, 1, 0],
  [6, 4, 1, 4, 2],
  [6, 5, 0, 0, 1],
  [6, 6, 8, 1, 0],
  [6, 7, 1, 0, 0],
  [7, 4, 0, 1, 0],
  [7, 6, 64, 1, 0],
  [7, 7, 4, 0, 0],
  [7, 8, 102, 0, 0],
  [7, 9, 7, 0, 0],
  [7, 10, 2, 0, 0],
  [8, 6, 65, 0, 0],
  [8, 7, 8, 0, 0],
  [8, 8, 14, 0, 0],
  [9, 6, 11, 0, 0],
  [9, 8, 1, 0, 0],
]

/** Column of {@link MATCH_TABLE} by distribution. */
export const MATCH_COLUMN: Readonly<Record<Distribution, 2 | 3 | 4>> = { E: 2, B: 3, F: 4 }

/** Lookalikes that no published data set contains, because none was searched for. */
export const HARD_MATCHES: readonly (readonly [p: number, s: number])[] = [
  [2, 4],
  [3, 3],
  [4, 3],
  [0, 7],
  [1, 7],
  [2, 7],
  [0, 8],
  [8, 0],
  [6, 6],
  [7, 8],
  [10, 10],
]

export type BaitMix = Readonly<Partial<Record<BaitKind, number>>>

/** What baits are made of: all attempts, and those that paid off on three chains. */
export const BAIT_MIX = {
  attempts: { 'zero-value': 41.4, counterfeit: 56.8, tiny: 1.8 },
  ethereum: { tiny: 68, 'zero-value': 32 },
  arbitrum: { tiny: 36, 'zero-value': 64 },
  optimism: { tiny: 21, 'zero-value': 79 },
} as const satisfies Record<string, BaitMix>

export const PARAMETERS = {
  payees: { median: 12, p90: 80, most: 2_000 },
  /** Wallets with exactly this many payees, and their share of all wallets. */
  strata: [
    { payees: 1, share: 0.02 },
    { payees: 50, share: 0.02 },
    { payees: 500, share: 0.01 },
    { payees: 5_000, share: 0.001 },
    { payees: 20_000, share: 0.001 },
  ],
  /** Of how many queries one goes to a wallet of a stratum. */
  stratumEvery: 10,
  /** Random accounts, contracts, exchange deposits, leading zeros, families that share both ends. */
  payeeKinds: [88, 6, 3, 2, 1],
  zeros: [4, 14],
  familyPrefix: [4, 22],
  familySize: [2, 5],
  lookalikeBaits: 2.7,
  mostBaits: 54,
  batch: 10.3,
  planters: 18,
  largestPlanter: 0.86,
  /** Smaller payments have their own classes: a payee that got less than a dollar is not fully protected. */
  amount: { median: 1_000, p90: 30_000, least: 1, most: 20_000_000 },
  repeatShare: { E: 0.107, B: 0.142, F: 0.107 },
  /** From the genuine payment to the bait, in seconds: [quantile, least, most]. */
  baitDelay: [
    [0, 1],
    [0.1, 2],
    [0.25, 50],
    [0.5, 150],
    [0.9, 1_000],
    [1, 14_400],
  ],
  /** From the last bait to the theft, in hours. */
  theftDelay: [
    [0, 0.02],
    [0.1, 0.1],
    [0.25, 3],
    [0.5, 40],
    [0.75, 240],
    [0.9, 655],
    [0.99, 3_733],
    [1, 4_320],
  ],
  echoShare: 0.3,
  exactAmountShare: 0.8,
} as const

/** Names of counterfeits: the ticker itself, then letters of other scripts, then invisible ones. */
export const COUNTERFEIT_SYMBOLS: readonly string[] = [
  'USDC',
  'USDT',
  'EURC',
  'USD\u0421',
  'USD\u0422',
  '\u{1d414}\u{1d412}\u{1d403}\u{1d402}',
  'U\u180eSDC',
  'US\u00adDC',
  'USD\u17b4C',
  '\ua4f4\ua4e2\ua4d3\ua4da',
  '\ua36f\ua391DC',
]

export type TokenFact = { symbol: string; address: Address; decimals: number }

/** Stablecoins outside the registry's chains, so that a corpus made for them can be read as well. */
const furtherTokens: Readonly<Record<number, readonly TokenFact[]>> = {
  1: [
    { symbol: 'USDC', address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', decimals: 6 },
    { symbol: 'USDT', address: '0xdac17f958d2ee523a2206206994597c13d831ec7', decimals: 6 },
  ],
  10: [
    { symbol: 'USDC', address: '0x0b2c639c533813f4aa9d7837caf62653d097ff85', decimals: 6 },
    { symbol: 'USDT', address: '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58', decimals: 6 },
  ],
  56: [
    { symbol: 'USDC', address: '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', decimals: 18 },
    { symbol: 'USDT', address: '0x55d398326f99059ff775485246999027b3197955', decimals: 18 },
  ],
  137: [{ symbol: 'USDC', address: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', decimals: 6 }],
  8453: [{ symbol: 'USDC', address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', decimals: 6 }],
  42161: [
    { symbol: 'USDC', address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831', decimals: 6 },
    { symbol: 'USDT', address: '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', decimals: 6 },
  ],
  43114: [{ symbol: 'USDC', address: '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', decimals: 6 }],
}

/** The tokens that prove a payment, by chain: those of the registry without an allowlist, and the ones above. */
export const CANONICAL_TOKENS: ReadonlyMap<number, readonly TokenFact[]> = new Map([
  ...Object.entries(furtherTokens).map(([id, tokens]) => [Number(id), tokens] as const),
  ...chains.map(
    ({ id, tokens }) =>
      [
        id,
        tokens
          .filter(({ allowlisted }) => !allowlisted)
          .map(({ symbol, address, decimals }) => ({
            symbol,
            address: address.toLowerCase() as Address,
            decimals,
          })),
      ] as const,
  ),
])

/** USDC of a chain of the registry. */
export function usdcOf(chain: number): TokenFact {
  const token = CANONICAL_TOKENS.get(chain)?.find(({ symbol }) => symbol === 'USDC')
  if (!token) throw new Error(`Chain ${chain} has no USDC.`)
  return token
}

/** First block, its time and the seconds per block. */
export const CHAIN_CLOCKS: Readonly<Record<number, { block: number; time: number; seconds: number }>> = {
  5042002: { block: 20_000_000, time: 1_735_689_600, seconds: 0.5 },
  84532: { block: 20_000_000, time: 1_735_689_600, seconds: 2 },
  43113: { block: 37_000_000, time: 1_735_689_600, seconds: 2 },
  421614: { block: 110_000_000, time: 1_735_689_600, seconds: 0.25 },
  11155111: { block: 7_400_000, time: 1_735_689_600, seconds: 12 },
}

/** Where wallets live, by weight. */
export const HOME_CHAINS: readonly (readonly [chain: number, weight: number])[] = [
  [5042002, 60],
  [84532, 15],
  [11155111, 15],
  [421614, 5],
  [43113, 5],
]
