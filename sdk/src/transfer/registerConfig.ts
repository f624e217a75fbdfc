import { protectedTransferAbi } from '@holdfast/contracts'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hash,
  type Hex,
  keccak256,
  zeroAddress,
} from 'viem'
import { parseAddress } from '../chain/address.js'
import type { ClientPair } from '../chain/clients.js'
import { meantNetwork } from '../chain/network.js'
import { readTogether } from '../chain/readTogether.js'
import type { ChainDeployment } from '../chain/registry.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { CLAIM_MODES, defineConfig, type IntegratorConfig } from './config.js'
import { configView, parseConfig, type RegisteredConfig } from './getConfig.js'
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

/**
 * The terms as the contract holds them, without asking the chain.
 *
 * @param deployment - Of the chain, from `requireDeployment`.
 * @example
 * const terms = termsOf(defineConfig({ claimMode: 'KEY' }), requireDeployment(5042002))
 * const configId = configIdOf(account.address, terms)
 */
export function termsOf(
  config: IntegratorConfig,
  { codeClaimVerifier }: Pick<ChainDeployment, 'codeClaimVerifier'>,
): RegisteredConfig {
  const { recallWindow, feeBps, feeRecipient, claimMode: name } = defineConfig(config)
  // `defineConfig` accepts no other.
  const claimMode = CLAIM_MODES[name as keyof typeof CLAIM_MODES]
  const verifier = claimMode === CLAIM_MODES.CODE ? codeClaimVerifier : zeroAddress
  return { recallWindow, claimMode, feeBps, feeRecipient, verifier }
}

/**
 * Computes the id of an account's terms, without asking the chain.
 *
 * @param integrator - The account that registers, or registered, them.
 * @example
 * const configId = configIdOf(account.address, { recallWindow: 3600, claimMode: 0, feeBps: 0, feeRecipient, verifier })
 */
export function configIdOf(
  integrator: Address,
  terms: { recallWindow: number; claimMode: number; feeBps: number; feeRecipient: Address; verifier: Address },
): Hex {
  return keccak256(
    encodeAbiParameters(
      [
        { type: 'address' },
        { type: 'uint32' },
        { type: 'uint8' },
        { type: 'uint16' },
        { type: 'address' },
        { type: 'address' },
      ],
      [
        parseAddress('integrator', integrator),
        terms.recallWindow,
        terms.claimMode,
        terms.feeBps,
        parseAddress('feeRecipient', terms.feeRecipient),
        parseAddress('verifier', terms.verifier),
      ],
    ),
  )
}
