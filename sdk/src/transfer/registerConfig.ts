import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeFunctionData, type Hash, type Hex } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { meantNetwork } from '../chain/network.js'
import { readTogether } from '../chain/readTogether.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { defineConfig, type IntegratorConfig } from './config.js'
import { configIdOf, termsOf } from './configId.js'
import { configView, parseConfig } from './getConfig.js'
import { contractOf } from './internal/contract.js'

/** Where terms are registered. */
export type RegisterConfigResult = {
  /** What `sendProtected` takes. */
  configId: Hex
  /** `null` when the same terms were registered before: then nothing was sent. */
  txHash: Hash | null
}

/**
 * Registers terms for the connected account. Idempotent: the contract derives the id from the account and the terms.
 *
 * @param config - Validated again; an invalid one never reaches the chain.
 * @example
 * const { configId } = await registerConfig(clients, defineConfig({ recallWindow: 3600 }))
 */
export async function registerConfig(
  clients: ClientPair,
  config: IntegratorConfig,
  options: WriteOptions = {},
): Promise<RegisterConfigResult> {
  defineConfig(config)
  const account = requireAccount(clients.walletClient)
  const deployment = await meantNetwork(clients)
  const terms = termsOf(config, deployment)
  const { recallWindow, claimMode, feeBps, feeRecipient } = terms
  const configId = configIdOf(account.address, terms)
  const contract = contractOf(clients, deployment)
  const { values } = await readTogether(clients.publicClient, deployment.id, account.address, [
    configView(contract, configId),
  ])
  if (parseConfig(values[0])) return { configId, txHash: null }
  const receipt = await execute(
    clients,
    deployment,
    {
      to: contract,
      abi: protectedTransferAbi,
      attempted: 'registering terms',
      data: encodeFunctionData({
        abi: protectedTransferAbi,
        functionName: 'createConfig',
        args: [recallWindow, claimMode, feeBps, feeRecipient],
      }),
    },
    options,
  )
  return { configId, txHash: receipt.transactionHash }
}
