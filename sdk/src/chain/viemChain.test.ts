import { createPublicClient, http } from 'viem'
import { arbitrumSepolia, avalancheFuji, baseSepolia, sepolia } from 'viem/chains'
import { afterEach, expect, test } from 'vitest'
import { EXPLORER_API_URL, EXPLORER_URL, FAUCET_URL, RPC_URL, WS_URL } from './endpoints.js'
import { deployedChainIds, overrideDeployment } from './registry.js'
import { pollingIntervalFor, primaryChain, viemChainFor } from './viemChain.js'

let restore = () => {}
afterEach(() => restore())

test('primaryChain', () => {
  expect(primaryChain).toMatchInlineSnapshot(`
    {
      "blockExplorers": {
        "default": {
          "apiUrl": "https://explorer.testnet.arc.io/api/v2",
          "name": "Arc Testnet explorer",
          "url": "https://explorer.testnet.arc.io",
        },
      },
      "blockTime": 500,
      "contracts": {
        "multicall3": {
          "address": "0xcA11bde05977b3631167028862bE2a173976CA11",
        },
      },
      "id": 5042002,
      "name": "Arc Testnet",
      "nativeCurrency": {
        "decimals": 18,
        "name": "USDC",
        "symbol": "USDC",
      },
      "rpcUrls": {
        "default": {
          "http": [
            "https://rpc.drpc.testnet.arc.io",
            "https://rpc.blockdaemon.testnet.arc.io",
            "https://rpc.quicknode.testnet.arc.io",
            "https://rpc.testnet.arc.io",
            "https://rpc.drpc.testnet.arc.network",
            "https://rpc.blockdaemon.testnet.arc.network",
            "https://rpc.quicknode.testnet.arc.network",
            "https://rpc.testnet.arc.network",
          ],
          "webSocket": [
            "wss://rpc.testnet.arc.io",
            "wss://rpc.drpc.testnet.arc.io",
            "wss://rpc.quicknode.testnet.arc.io",
            "wss://rpc.blockdaemon.testnet.arc.io/websocket",
            "wss://rpc.testnet.arc.network",
            "wss://rpc.quicknode.testnet.arc.network",
          ],
        },
      },
      "testnet": true,
    }
  `)
})

test('behavior: a client polls for receipts twice a second', () => {
  expect(createPublicClient({ chain: primaryChain, transport: http() }).pollingInterval).toBe(500)
})

test.each([sepolia, baseSepolia, arbitrumSepolia, avalancheFuji])('agrees with viem on $name', (theirs) => {
  const ours = viemChainFor(theirs.id)
  expect(ours.contracts?.multicall3?.address.toLowerCase()).toBe(theirs.contracts.multicall3.address.toLowerCase())
  expect(ours.nativeCurrency).toMatchObject({ symbol: theirs.nativeCurrency.symbol, decimals: 18 })
  if ('blockTime' in theirs && theirs.blockTime !== undefined) expect(ours.blockTime).toBe(theirs.blockTime)
})

test('viemChainFor: honours overrides', () => {
  const rpcUrls = ['http://127.0.0.1:8545']
  restore = overrideDeployment(5042002, { rpcUrls, wsUrls: [] })
  expect(viemChainFor(5042002).rpcUrls).toEqual({ default: { http: rpcUrls } })
})

test('pollingIntervalFor', () => {
  expect(deployedChainIds().map(pollingIntervalFor)).toEqual([500, 4_000, 1_000, 500, 1_000])
})

test('the primary chain’s endpoints', () => {
  expect([RPC_URL, WS_URL, EXPLORER_URL, EXPLORER_API_URL, FAUCET_URL]).toEqual([
    'https://rpc.drpc.testnet.arc.io',
    'wss://rpc.testnet.arc.io',
    'https://explorer.testnet.arc.io',
    'https://explorer.testnet.arc.io/api/v2',
    'https://faucet.circle.com',
  ])
})
