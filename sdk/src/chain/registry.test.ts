import { deployments } from '@holdfast/contracts'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { domainSeparator, isAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import {
  DEPLOYMENTS,
  deployedChainIds,
  deploymentFor,
  overrideDeployment,
  RPC_URLS,
  requireDeployment,
  SIGNING_RPC_URLS,
} from './registry.js'
import { defaultTokenFor, tokensFor } from './tokens.js'

const restores: (() => void)[] = []
afterEach(() => {
  for (const restore of restores.splice(0).reverse()) restore()
})

/** `DOMAIN_SEPARATOR()` of each chain's USDC, as read there. */
const separators: Record<number, string> = {
  5042002: '0x361191522483d32a83e70ae7183b4b9629442c13a78bc9921d6f707911c8c6b0',
  11155111: '0xb90e5057db141a932946e64d09ccb7ffc9b00bd79fec26f698d29af0c83320a6',
  84532: '0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818',
  421614: '0x85944e1292d007732838d6eadfa67589b78ffcededbd4df60488d0af251308bb',
  43113: '0xfe9fa105a0e9629446730e544caa6b8d05d8d4fc93451750dc50e2ddd6d374b3',
}

describe('lookup', () => {
  test('every chain of the build', () => {
    expect(deployedChainIds()).toEqual([5042002, 11155111, 84532, 421614, 43113])
    expect(Object.keys(DEPLOYMENTS).map(Number).sort()).toEqual(deployedChainIds().sort())
    expect(Object.keys(deployments).map(Number).sort()).toEqual(deployedChainIds().sort())
  })

  test.each(['__proto__', 'toString', '5042002', 5042002n, undefined])('%s is not the id of a chain', (value) => {
    // As JavaScript hands it over.
    const chainId = value as unknown as number
    expect([deploymentFor(chainId), tokensFor(chainId), defaultTokenFor(chainId)]).toEqual([undefined, [], undefined])
  })

  test('an unknown chain', () => {
    expect(deploymentFor(1)).toBeUndefined()
    expect(() => requireDeployment(1)).toThrow('Chain 1 is not supported.')
  })

  test.each(deployedChainIds())('chain %i has what every operation needs', (chainId) => {
    const entry = requireDeployment(chainId)
    for (const address of [entry.usdc, entry.transferContract, entry.codeClaimVerifier, entry.permit, entry.multicall3])
      expect(isAddress(address)).toBe(true)
    expect(entry.rpcUrls.length).toBeGreaterThan(0)
    for (const url of [
      ...entry.rpcUrls,
      ...entry.signingRpcUrls,
      entry.explorerUrl,
      entry.explorerApi,
      entry.faucetUrl,
    ])
      expect(url).toMatch(/^https:\/\/[^\s/]+(\/[^\s]*[^\s/])?$/)
    for (const url of entry.wsUrls) expect(url).toMatch(/^wss:\/\//)
    expect(entry.signingRpcUrls.every((url) => entry.rpcUrls.includes(url))).toBe(true)
    expect(entry.deployBlocks.transfer).toBeGreaterThan(0n)
    expect(entry.logRangeBlocks).toBeGreaterThan(0)
  })

  test.each(deployedChainIds())(
    'chain %i: the domain of USDC is the one that the chain was read to have',
    (chainId) => {
      const { usdc, usdcDomain } = requireDeployment(chainId)
      expect(domainSeparator({ domain: { ...usdcDomain, chainId, verifyingContract: usdc } })).toBe(separators[chainId])
    },
  )

  test('the primary chain’s endpoint lists', () => {
    expect(RPC_URLS).toEqual(requireDeployment(5042002).rpcUrls)
    expect([...SIGNING_RPC_URLS].sort()).toEqual([...RPC_URLS].sort())
  })
})

describe('overrides', () => {
  test('default', () => {
    const url = 'http://127.0.0.1:8545'
    restores.push(overrideDeployment(5042002, { rpcUrls: [url], deployBlocks: { transfer: 7n } }))
    expect(deploymentFor(5042002)).toEqual({
      ...DEPLOYMENTS[5042002],
      rpcUrls: [url],
      deployBlocks: { transfer: 7n, spendPolicyFactory: 51_326_557n, stealthAnnouncer: 53_756_547n },
    })
    expect(deploymentFor(84532)).toEqual(DEPLOYMENTS[84532])
  })

  test('behavior: adds to the one before, and each goes back on its own', () => {
    restores.push(overrideDeployment(5042002, { explorerUrl: 'http://a' }))
    const restore = overrideDeployment(5042002, { logRangeBlocks: 5, deployBlocks: { transfer: 0n } })
    expect(deploymentFor(5042002)).toMatchObject({
      explorerUrl: 'http://a',
      logRangeBlocks: 5,
      deployBlocks: { transfer: 0n },
    })
    restore()
    expect(deploymentFor(5042002)).toMatchObject({ explorerUrl: 'http://a', logRangeBlocks: 10_000 })
  })

  test('behavior: undefined replaces nothing', () => {
    restores.push(overrideDeployment(5042002, { rpcUrls: undefined as never, explorerApi: undefined }))
    expect(deploymentFor(5042002)).toEqual(DEPLOYMENTS[5042002])
  })

  test('error: unknown chain', () => {
    expect(() => overrideDeployment(1, {})).toThrow(expect.objectContaining({ code: 'unknown_chain' }))
  })

  test('behavior: whatever was overridden, putting it back in turn restores what was shipped', () => {
    const override = fc.record(
      {
        explorerUrl: fc.webUrl(),
        logRangeBlocks: fc.nat(),
        deployBlocks: fc.record({ transfer: fc.bigInt({ min: 0n }) }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...deployedChainIds()), override)), (steps) => {
        const undo = steps.map(([chainId, one]) => overrideDeployment(chainId, one))
        for (const one of undo.reverse()) one()
        for (const chainId of deployedChainIds()) expect(deploymentFor(chainId)).toEqual(DEPLOYMENTS[chainId])
      }),
      runs(30, 300),
    )
  })
})
