import { bridgeChains } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'

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

/** Whether addresses are those of an EVM chain there, on each network. */
export function isEvmDomain(domain: number): boolean {
  return Object.values(bridgeChains).some((one) => one.domain === domain)
}

/** Whether it is an EVM chain that we know, so that its addresses can be judged. */
export function isEvmChain(chainId: number): boolean {
  return Object.values(bridgeChains).some((one) => one.chainId === chainId)
}

/** The address in a 32-byte field; undefined where it is none of an EVM chain. */
export function addressIn(word: Hex): Address | undefined {
  return /^0x0{24}[0-9a-fA-F]{40}$/.test(word) ? `0x${word.slice(26)}` : undefined
}
