import type { Address, Hash } from 'viem'
import { PRIMARY_CHAIN_ID } from './constants.js'
import { requireDeployment } from './registry.js'

/**
 * Where a person can look at a transaction. Honours `overrideDeployment`.
 *
 * @param chainId - @default PRIMARY_CHAIN_ID
 * @throws `UnknownChainError`
 * @example
 * explorerTxUrl(txHash) // 'https://explorer.testnet.arc.io/tx/0x…'
 */
export function explorerTxUrl(hash: Hash, chainId: number = PRIMARY_CHAIN_ID): string {
  return `${explorerOf(chainId)}/tx/${hash}`
}

/**
 * Where a person can look at an address. Honours `overrideDeployment`.
 *
 * @param chainId - @default PRIMARY_CHAIN_ID
 * @throws `UnknownChainError`
 * @example
 * explorerAddressUrl(address, 84532) // 'https://sepolia.basescan.org/address/0x…'
 */
export function explorerAddressUrl(address: Address, chainId: number = PRIMARY_CHAIN_ID): string {
  return `${explorerOf(chainId)}/address/${address}`
}

function explorerOf(chainId: number): string {
  return requireDeployment(chainId).explorerUrl.replace(/\/+$/, '')
}
