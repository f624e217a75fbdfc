import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, type Hex, zeroAddress } from 'viem'
import { assertBytes32 } from '../chain/bytes32.js'
import { deploymentOf } from '../chain/network.js'
import type { FixedView } from '../chain/readTogether.js'
import { readView } from '../chain/readView.js'
import { contractOf, type TransferReader } from './internal/contract.js'

/** Terms as the chain holds them. */
export type RegisteredConfig = {
  /** Seconds between sending and the deadline. */
  recallWindow: number
  /** 0 for `CODE`, 3 for `KEY`, 4 for `KEY_RELEASE`, 255 where another contract decides. */
  claimMode: number
  feeBps: number
  feeRecipient: Address
  /** Who judges a claim: the built-in verifier for `CODE`, the zero address for claim keys. */
  verifier: Address
}

/**
 * Reads registered terms.
 *
 * @returns The terms, or `undefined` when nothing is registered under the id.
 * @example
 * const terms = await getConfig({ publicClient }, configId)
 */
export async function getConfig(clients: TransferReader, configId: Hex): Promise<RegisteredConfig | undefined> {
  assertBytes32('configId', configId)
  const deployment = await deploymentOf(clients.publicClient)
  const { attempted, ...view } = configView(contractOf(clients, deployment), configId)
  return parseConfig(await readView(clients.publicClient, attempted, view))
}

/** {@link getConfig}, to be asked along; {@link parseConfig} reads the answer. */
export function configView(contract: Address, configId: Hex): FixedView {
  return {
    attempted: `reading the terms ${configId}`,
    address: contract,
    abi: protectedTransferAbi,
    functionName: 'configs',
    args: [configId],
    words: 5,
  }
}

/** Terms out of the contract's answer; `undefined` where none are registered. */
export function parseConfig(answer: unknown): RegisteredConfig | undefined {
  // As the ABI of the contract has them.
  const config = answer as RegisteredConfig
  return config.recallWindow === 0 && config.verifier === zeroAddress ? undefined : config
}
