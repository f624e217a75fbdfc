import { bridgeChains } from '@holdfast/contracts'
import { type Address, type Hex, hexToString } from 'viem'

/** Where a bridge transfer goes. */
export type Destination = {
  /** Undefined where the chain is not one that we know. */
  readonly chainId: number | undefined
  /** Whether it is an EVM chain, so that an account has the same address there. */
  readonly isEvm: boolean
  /** For a sentence. */
  readonly name: string
}

/** By a domain of the issuer. Main and test networks number their domains alike. */
export function domainAt(domain: number, source: number): Destination {
  const isEvm = Object.values(bridgeChains).some((one) => one.domain === domain)
  return { chainId: chainIdOfDomain(domain, source), isEvm, name: `domain ${domain}` }
}

/** By the chain's own id. Bridges that use it give other chains numbers that no EVM chain has. */
export function chainAt(id: bigint): Destination {
  const chainId = Object.values(bridgeChains).find((one) => BigInt(one.chainId) === id)?.chainId
  return { chainId, isEvm: true, name: `chain ${id}` }
}

/** By Wormhole's number of a chain. */
export function wormholeAt(number: number, source: number): Destination {
  return testNetAt(source, `chain ${number} of Wormhole`, ({ wormhole }) => wormhole === number)
}

/** By LayerZero's number of an endpoint. */
export function layerZeroAt(number: number, source: number): Destination {
  return testNetAt(source, `endpoint ${number} of LayerZero`, ({ layerZero }) => layerZero === number)
}

/** By Axelar's name of a chain, which is read as its bytes. */
export function axelarAt(name: Hex, source: number): Destination {
  const text = hexToString(name).toLowerCase()
  return testNetAt(source, `chain ${text.replace(/[^\w-]/g, '?').slice(0, 40)}`, ({ axelar }) => axelar === text)
}

/**
 * Of the test networks alone: from a chain of another network the same number may mean another chain. What goes to oneself from there is
 * left to the sender.
 */
function testNetAt(source: number, name: string, isMeant: (numbers: Numbers) => boolean): Destination {
  const isSourceKnown = Object.values(bridgeChains).some(({ chainId }) => chainId === source)
  const found = Object.entries(bridgeChains).find(([key]) => {
    const row = numbers[key]
    return row !== undefined && isMeant(row)
  })
  const chainId = isSourceKnown ? found?.[1].chainId : undefined
  return { chainId, isEvm: !isSourceKnown || chainId !== undefined, name }
}

/** What other bridges call a chain. */
type Numbers = { readonly wormhole?: number; readonly layerZero?: number; readonly axelar?: string }

/** Sources: the bridges' lists of their test networks, in `@wormhole-foundation/sdk-base`, `@layerzerolabs/lz-definitions` and Axelar's docs. */
const numbers: Readonly<Record<string, Numbers>> = {
  Arc_Testnet: { wormhole: 71, layerZero: 40_434 },
  Avalanche_Fuji: { wormhole: 6, layerZero: 40_106, axelar: 'avalanche' },
  Linea_Sepolia: { wormhole: 38, layerZero: 40_287, axelar: 'linea-sepolia' },
  Sei_Testnet: { wormhole: 40, layerZero: 40_258 },
  Unichain_Sepolia: { wormhole: 44, layerZero: 40_333 },
  World_Chain_Sepolia: { wormhole: 45 },
  Ink_Testnet: { wormhole: 46 },
  HyperEVM_Testnet: { wormhole: 47, layerZero: 40_362 },
  Plume_Testnet: { wormhole: 55, layerZero: 40_304 },
  Plasma_Testnet: { wormhole: 58, layerZero: 40_409 },
  Codex_Testnet: { layerZero: 40_311 },
  Ethereum_Sepolia: { wormhole: 10_002, layerZero: 40_161, axelar: 'ethereum-sepolia' },
  Arbitrum_Sepolia: { wormhole: 10_003, layerZero: 40_231, axelar: 'arbitrum-sepolia' },
  Base_Sepolia: { wormhole: 10_004, layerZero: 40_245, axelar: 'base-sepolia' },
  OP_Sepolia: { wormhole: 10_005, layerZero: 40_232, axelar: 'optimism-sepolia' },
  Polygon_Amoy: { wormhole: 10_007, layerZero: 40_267, axelar: 'polygon-sepolia' },
  Monad_Testnet: { wormhole: 10_009, layerZero: 40_204 },
}

/**
 * The chain of a domain of the issuer's Bridge and Hub.
 *
 * @param source - Where the money leaves. Other networks have the same domains for other chains: from a chain of theirs the
 * destination is unknown.
 */
export function chainIdOfDomain(domain: number, source: number): number | undefined {
  const rows = Object.values(bridgeChains)
  return rows.some(({ chainId }) => chainId === source) ? rows.find((one) => one.domain === domain)?.chainId : undefined
}

/** The address in a 32-byte field; undefined if it is not an address of an EVM chain. */
export function addressIn(word: Hex): Address | undefined {
  return /^0x0{24}[0-9a-fA-F]{40}$/.test(word) ? `0x${word.slice(26)}` : undefined
}

/** The address in bytes of any length: by itself, in a word, or written out as a text. */
export function addressInBytes(bytes: Hex): Address | undefined {
  if (/^0x[0-9a-f]{40}$/.test(bytes)) return bytes
  const text = bytes.length === 2 + 42 * 2 ? hexToString(bytes).toLowerCase() : ''
  return /^0x[0-9a-f]{40}$/.test(text) ? `0x${text.slice(2)}` : addressIn(bytes)
}
