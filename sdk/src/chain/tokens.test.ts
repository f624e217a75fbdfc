import { domainSeparator, isAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { deployedChainIds, requireDeployment } from './registry.js'
import {
  DEFAULT_TOKEN,
  defaultTokenFor,
  PRIMARY_TOKENS,
  spendableTokensFor,
  TOKENS_BY_CHAIN,
  tokenByAddress,
  tokenBySymbol,
  tokensFor,
} from './tokens.js'

const symbols = (tokens: readonly { symbol: string }[]) => tokens.map(({ symbol }) => symbol)

test('tokensFor', () => {
  expect(Object.fromEntries(deployedChainIds().map((id) => [id, symbols(tokensFor(id))]))).toEqual({
    5042002: ['USDC', 'EURC', 'cirBTC', 'USYC'],
    11155111: ['USDC', 'EURC'],
    84532: ['USDC', 'EURC'],
    421614: ['USDC'],
    43113: ['USDC', 'EURC'],
  })
  expect(tokensFor(1)).toEqual([])
})

test('spendableTokensFor: leaves out what an allowlist may refuse', () => {
  expect(symbols(spendableTokensFor(5042002))).toEqual(['USDC', 'EURC', 'cirBTC'])
  expect(spendableTokensFor(1)).toEqual([])
})

test('the primary chain’s constants', () => {
  expect(PRIMARY_TOKENS).toBe(TOKENS_BY_CHAIN[5042002])
  expect(DEFAULT_TOKEN).toBe(defaultTokenFor(5042002))
  expect(defaultTokenFor(1)).toBeUndefined()
})

describe.each(deployedChainIds())('chain %i', (chainId) => {
  test('its default token is its USDC', () => {
    expect(defaultTokenFor(chainId)?.address).toBe(requireDeployment(chainId).usdc)
    expect(defaultTokenFor(chainId)).toMatchObject({ symbol: 'USDC', decimals: 6, allowlisted: false })
  })

  test.each(tokensFor(chainId))('$symbol is found by address and by symbol, in any case', (token) => {
    expect(isAddress(token.address)).toBe(true)
    expect(tokenByAddress(token.address.toLowerCase() as `0x${string}`, chainId)).toBe(token)
    expect(tokenBySymbol(token.symbol.toUpperCase(), chainId)).toBe(token)
    expect(tokenBySymbol(token.symbol.toLowerCase(), chainId)).toBe(token)
    expect(token.searchNames).toContain(token.symbol.toLowerCase())
    expect(token.searchNames.every((name) => name === name.toLowerCase())).toBe(true)
  })
})

test('EURC of the primary chain: its domain is the one that the chain was read to have', () => {
  const { address, domain } = tokenBySymbol('EURC') ?? {}
  expect(domainSeparator({ domain: { ...domain, chainId: 5042002, verifyingContract: address } })).toBe(
    '0x649ec6b0634bd74f28684781d2c9ae49dff14ba3d5f9bb5d70c1e1f0e1ebf160',
  )
})

test('tokenByAddress, tokenBySymbol: unknown', () => {
  expect(tokenByAddress('0x036CbD53842c5426634e7929541eC2318f3dCF7e')).toBeUndefined()
  expect(tokenByAddress('nonsense' as `0x${string}`)).toBeUndefined()
  expect(tokenBySymbol('USDT')).toBeUndefined()
  expect(tokenBySymbol('EURC', 421614)).toBeUndefined()
  expect(tokenBySymbol('USDC', 1)).toBeUndefined()
})
