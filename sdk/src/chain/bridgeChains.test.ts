import { bridgeChains, chains } from '@holdfast/contracts'
import { getAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import {
  BRIDGE_CHAINS,
  type BridgeChainName,
  bridgeChainByChainId,
  bridgeChainFacts,
  chainExplorerTxUrl,
  chainLabel,
  HUB_CHAIN_NAMES,
  isHubChain,
} from './bridgeChains.js'
import { PRIMARY_BRIDGE_DOMAIN, PRIMARY_CHAIN_ID } from './constants.js'
import { overrideDeployment } from './registry.js'

/** The table of facts: key, domain, chain id, USDC, one public endpoint, gas, forwarding destination, Hub, fast tier. */
const facts = [
  [
    'Arc_Testnet',
    26,
    5042002,
    '0x3600000000000000000000000000000000000000',
    'https://rpc.testnet.arc.io',
    'USDC',
    true,
    true,
    false,
  ],
  [
    'Ethereum_Sepolia',
    0,
    11155111,
    '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
    'https://ethereum-sepolia-rpc.publicnode.com',
    'ETH',
    true,
    true,
    true,
  ],
  [
    'Avalanche_Fuji',
    1,
    43113,
    '0x5425890298aed601595a70AB815c96711a31Bc65',
    'https://api.avax-test.network/ext/bc/C/rpc',
    'AVAX',
    true,
    true,
    false,
  ],
  [
    'OP_Sepolia',
    2,
    11155420,
    '0x5fd84259d66Cd46123540766Be93DFE6D43130D7',
    'https://sepolia.optimism.io',
    'ETH',
    true,
    true,
    true,
  ],
  [
    'Arbitrum_Sepolia',
    3,
    421614,
    '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d',
    'https://sepolia-rollup.arbitrum.io/rpc',
    'ETH',
    true,
    true,
    true,
  ],
  [
    'Base_Sepolia',
    6,
    84532,
    '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    'https://sepolia.base.org',
    'ETH',
    true,
    true,
    true,
  ],
  [
    'Polygon_Amoy',
    7,
    80002,
    '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582',
    'https://polygon-amoy-bor-rpc.publicnode.com',
    'POL',
    true,
    true,
    false,
  ],
  [
    'Unichain_Sepolia',
    10,
    1301,
    '0x31d0220469e10c4E71834a79b1f276d740d3768F',
    'https://sepolia.unichain.org',
    'ETH',
    true,
    true,
    true,
  ],
  [
    'Linea_Sepolia',
    11,
    59141,
    '0xFEce4462D57bD51A6A552365A011b95f0E16d9B7',
    'https://rpc.sepolia.linea.build',
    'ETH',
    true,
    false,
    true,
  ],
  [
    'Codex_Testnet',
    12,
    812242,
    '0x6d7f141b6819C2c9CC2f818e6ad549E7Ca090F8f',
    'https://rpc.codex-stg.xyz',
    'ETH',
    true,
    false,
    true,
  ],
  [
    'Sonic_Testnet',
    13,
    14601,
    '0x0BA304580ee7c9a980CF72e55f5Ed2E9fd30Bc51',
    'https://rpc.testnet.soniclabs.com',
    'S',
    true,
    true,
    false,
  ],
  [
    'World_Chain_Sepolia',
    14,
    4801,
    '0x66145f38cBAC35Ca6F1Dfb4914dF98F1614aeA88',
    'https://worldchain-sepolia.drpc.org',
    'ETH',
    true,
    true,
    true,
  ],
  [
    'Monad_Testnet',
    15,
    10143,
    '0x534b2f3A21130d7a60830c2Df862319e593943A3',
    'https://testnet-rpc.monad.xyz',
    'MON',
    true,
    false,
    false,
  ],
  [
    'Sei_Testnet',
    16,
    1328,
    '0x4fCF1784B31630811181f670Aea7A7bEF803eaED',
    'https://evm-rpc-testnet.sei-apis.com',
    'SEI',
    true,
    true,
    false,
  ],
  [
    'XDC_Apothem',
    18,
    51,
    '0xb5AB69F7bBada22B28e79C8FFAECe55eF1c771D4',
    'https://erpc.apothem.network',
    'TXDC',
    true,
    false,
    false,
  ],
  [
    'HyperEVM_Testnet',
    19,
    998,
    '0x2B3370eE501B4a559b57D449569354196457D8Ab',
    'https://rpc.hyperliquid-testnet.xyz/evm',
    'HYPE',
    true,
    true,
    false,
  ],
  [
    'Ink_Testnet',
    21,
    763373,
    '0xFabab97dCE620294D2B0b0e46C68964e326300Ac',
    'https://rpc-gel-sepolia.inkonchain.com',
    'ETH',
    true,
    false,
    true,
  ],
  [
    'Plume_Testnet',
    22,
    98867,
    '0xcB5f30E335672893c7eb944B374c196392C19D18',
    'https://testnet-rpc.plume.org',
    'PLUME',
    true,
    false,
    true,
  ],
  [
    'Edge_Testnet',
    28,
    33431,
    '0x2d9F7CAD728051AA35Ecdc472a14cf8cDF5CFD6B',
    'https://edge-testnet.g.alchemy.com/public',
    'ETH',
    true,
    false,
    true,
  ],
  [
    'Injective_Testnet',
    29,
    1439,
    '0x0C382e685bbeeFE5d3d9C29e29E341fEE8E84C5d',
    'https://k8s.testnet.json-rpc.injective.network',
    'INJ',
    false,
    false,
    false,
  ],
  [
    'Morph_Hoodi',
    30,
    2910,
    '0x7433b41C6c5e1d58D4Da99483609520255ab661B',
    'https://rpc-hoodi.morphl2.io',
    'ETH',
    false,
    false,
    true,
  ],
  [
    'Pharos_Testnet',
    31,
    688689,
    '0xcfC8330f4BCAB529c625D12781b1C19466A9Fc8B',
    'https://atlantic.dplabs-internal.com',
    'PHAROS',
    false,
    false,
    false,
  ],
  [
    'Cronos_Testnet',
    32,
    338,
    '0xEb33dc5fac03833e132593659e1dE7256aB59794',
    'https://evm-t3.cronos.org',
    'tCRO',
    false,
    false,
    false,
  ],
  [
    'Plasma_Testnet',
    33,
    9746,
    '0xE67Fb267022cBA8064Dd388CC2FED724F3120D9D',
    'https://testnet-rpc.plasma.to',
    'XPL',
    false,
    false,
    false,
  ],
  [
    'X_Layer_Testnet',
    37,
    1952,
    '0xDec90b78111Ba2fc6FC6d84d8B9ec159A2d4b9B3',
    'https://testrpc.xlayer.tech',
    'OKB',
    false,
    false,
    true,
  ],
] as const satisfies readonly (readonly [BridgeChainName, ...unknown[]])[]

const names = facts.map(([name]) => name)
const hash = `0x${'ab'.repeat(32)}` as const

const restores: (() => void)[] = []
afterEach(() => {
  for (const restore of restores.splice(0).reverse()) restore()
})

describe('the table', () => {
  test('holds the chains of the Bridge, in order', () => {
    expect(Object.keys(BRIDGE_CHAINS)).toEqual(names)
  })

  test.each(facts)('%s', (name, domain, chainId, usdc, rpcUrl, gas, forwards, hub, fast) => {
    expect(BRIDGE_CHAINS[name]).toMatchObject({ domain, chainId, usdc: getAddress(usdc.toLowerCase()) })
    expect(BRIDGE_CHAINS[name].gasToken).toBe(gas === 'USDC' ? 'usdc' : undefined)
    expect(BRIDGE_CHAINS[name].nativeCurrency).toMatchObject({ symbol: gas, decimals: 18 })
    expect(BRIDGE_CHAINS[name].rpcUrls).toContain(rpcUrl)
    expect(bridgeChainFacts(name)).toMatchObject({
      isForwardingDestination: forwards,
      isHubChain: hub,
      hasFastTier: fast,
    })
    expect(chainExplorerTxUrl(name, hash)).toMatch(new RegExp(`^https://[a-z0-9./-]+[a-z]/tx/${hash}$`))
    expect(chainLabel(name)).toMatch(/^[A-Z][A-Za-z ]+$/)
    expect(bridgeChainByChainId(chainId)).toBe(name)
  })

  test('no two rows share a domain, a chain id or a label', () => {
    const rows = names.map((name) => bridgeChainFacts(name))
    for (const column of ['domain', 'chainId', 'name', 'explorerUrl'] as const)
      expect(new Set(rows.map((row) => row[column])).size).toBe(names.length)
  })

  test('agrees with the chains that Holdfast is deployed on', () => {
    for (const { id, name, bridgeDomain, usdc, endpoints, ...chain } of chains) {
      const bridged = Object.values(bridgeChains).find(({ chainId }) => chainId === id)
      expect(bridged).toMatchObject({
        name,
        domain: bridgeDomain,
        usdc: usdc.address,
        rpcUrls: endpoints.rpcUrls,
        explorerUrl: endpoints.explorerUrl,
        gasIsUsdc: chain.gasIsUsdc,
        blockTimeMs: chain.blockTimeMs,
        minFeePerGas: chain.minFeePerGas,
      })
    }
    expect(BRIDGE_CHAINS.Arc_Testnet).toMatchObject({ domain: PRIMARY_BRIDGE_DOMAIN, chainId: PRIMARY_CHAIN_ID })
  })

  test('the chains that the Hub serves', () => {
    expect(HUB_CHAIN_NAMES).toEqual(facts.filter((row) => row[7]).map(([name]) => name))
    for (const name of names) expect(isHubChain(name)).toBe((HUB_CHAIN_NAMES as readonly string[]).includes(name))
  })
})

describe('gas', () => {
  test('no chain checks less than what a burn and an approval were measured to take there', () => {
    const measured = { Sei_Testnet: { burn: 379_263n }, Edge_Testnet: { approve: 119_484n } } as const
    for (const name of names) {
      const { approve, burn, estimatePercent, floors } = bridgeChainFacts(name).gas
      const taken = { approve: 60_000n, burn: 170_000n, ...measured[name as keyof typeof measured] }
      // A transaction carries the estimate and a part on top, which the wallet must be able to pay.
      expect([name, approve * 100n >= taken.approve * estimatePercent]).toEqual([name, true])
      expect([name, burn * 100n >= taken.burn * estimatePercent]).toEqual([name, true])
      expect([name, approve >= (floors?.approve ?? 0n), burn >= (floors?.burn ?? 0n)]).toEqual([name, true, true])
    }
    for (const name of names) expect(BRIDGE_CHAINS[name].gas).toBe(bridgeChainFacts(name).gas)
    const floored = names.filter((name) => bridgeChainFacts(name).gas.floors !== undefined)
    expect(floored).toEqual(['Cronos_Testnet'])
  })
})

describe('names', () => {
  test.each(['Base', 'base_sepolia', '', 'constructor', '__proto__', 'toString'])('error: "%s" is unknown', (name) => {
    const stranger = name as BridgeChainName
    const refusal = expect.objectContaining({
      name: 'UnknownBridgeChainError',
      code: 'unknown_bridge_chain',
      chain: name,
    })
    expect(() => bridgeChainFacts(stranger)).toThrow(refusal)
    expect(() => chainLabel(stranger)).toThrow(refusal)
    expect(chainExplorerTxUrl(stranger, hash)).toBeUndefined()
    expect(isHubChain(stranger)).toBe(false)
  })

  test('behavior: an invalid chain id, a mainnet one too', () => {
    expect([1, 0, 26, 43114].map(bridgeChainByChainId)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('behavior: links honour an override', () => {
    restores.push(overrideDeployment(84532, { explorerUrl: 'http://127.0.0.1:1/explorer/' }))
    expect(chainExplorerTxUrl('Base_Sepolia', hash)).toBe(`http://127.0.0.1:1/explorer/tx/${hash}`)
  })
})
