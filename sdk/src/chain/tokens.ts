import { arcTestnetChain, chains, type Token } from '@holdfast/contracts'
import type { Address } from 'viem'
import { PRIMARY_CHAIN_ID } from './constants.js'

export type { Token }

/** Tokens by chain id, USDC first. The same ticker is a different contract on each chain. */
export const TOKENS_BY_CHAIN: Readonly<Record<number, readonly Token[]>> = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ chains.map(({ id, tokens }) => [id, tokens]),
)

/** Tokens of the primary chain, USDC first. */
export const PRIMARY_TOKENS: readonly Token[] = arcTestnetChain.tokens

/** USDC of the primary chain. */
export const DEFAULT_TOKEN: Token = arcTestnetChain.usdc

/**
 * All tokens the library knows on a chain, USDC first.
 *
 * @returns An empty list on a chain the library does not know.
 * @example
 * tokensFor(5042002).map(({ symbol }) => symbol) // ['USDC', 'EURC', 'cirBTC', 'USYC']
 */
export function tokensFor(chainId: number): readonly Token[] {
  // As in `deploymentFor`.
  return (typeof chainId === 'number' ? TOKENS_BY_CHAIN[chainId] : undefined) ?? []
}

/**
 * The tokens that anyone can be paid in: {@link tokensFor} without those whose own allowlist may refuse a party.
 *
 * @example
 * spendableTokensFor(5042002).map(({ symbol }) => symbol) // ['USDC', 'EURC', 'cirBTC']
 */
export function spendableTokensFor(chainId: number): readonly Token[] {
  return tokensFor(chainId).filter(({ allowlisted }) => !allowlisted)
}

/**
 * The token to offer first, the chain's USDC.
 *
 * @returns `undefined` on a chain the library does not know.
 */
export function defaultTokenFor(chainId: number): Token | undefined {
  return tokensFor(chainId)[0]
}

/**
 * Looks a token up by its address, which together with the chain is its identity.
 *
 * @param chainId - @default PRIMARY_CHAIN_ID
 * @returns `undefined` when the library does not know the token, whatever name it claims.
 * @example
 * tokenByAddress('0x3600000000000000000000000000000000000000')?.symbol // 'USDC'
 */
export function tokenByAddress(address: Address, chainId: number = PRIMARY_CHAIN_ID): Token | undefined {
  const wanted = address.toLowerCase()
  return tokensFor(chainId).find((token) => token.address.toLowerCase() === wanted)
}

/**
 * Looks a token up by its symbol, in any case. For input a person types; an address tells tokens apart, a symbol does not.
 *
 * @param chainId - @default PRIMARY_CHAIN_ID
 * @returns `undefined` when the chain has no such token.
 * @example
 * tokenBySymbol('eurc', 84532)?.address
 */
export function tokenBySymbol(symbol: string, chainId: number = PRIMARY_CHAIN_ID): Token | undefined {
  const wanted = symbol.toLowerCase()
  return tokensFor(chainId).find((token) => token.symbol.toLowerCase() === wanted)
}
