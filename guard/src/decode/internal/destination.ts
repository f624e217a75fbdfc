import { bridgeChains } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'

/** The chain of a domain of the issuer's Bridge and Hub. */
export function chainIdOfDomain(domain: number): number | undefined {
  return Object.values(bridgeChains).find((one) => one.domain === domain)?.chainId
}

/** The address in a 32-byte field; undefined where it is none of an EVM chain. */
export function addressIn(word: Hex): Address | undefined {
  return /^0x0{24}[0-9a-fA-F]{40}$/.test(word) ? `0x${word.slice(26)}` : undefined
}
