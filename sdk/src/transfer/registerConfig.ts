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
import { assertNetwork } from '../chain/network.js'
import { execute, requireAccount, type WriteOptions } from '../chain/transaction/execute.js'
import { CLAIM_MODES, defineConfig, type IntegratorConfig } from './config.js'
import { getConfig } from './getConfig.js'
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
  const { recallWindow, feeBps, feeRecipient, ...defined } = defineConfig(config)
  // `defineConfig` accepts no other.
  const claimMode = CLAIM_MODES[defined.claimMode as keyof typeof CLAIM_MODES]
  const account = requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  const verifier = claimMode === CLAIM_MODES.CODE ? deployment.codeClaimVerifier : zeroAddress
  const terms = { recallWindow, claimMode, feeBps, feeRecipient, verifier }
  const configId = configIdOf(account.address, terms)
  if (await getConfig(clients, configId)) return { configId, txHash: null }
  const receipt = await execute(
    clients,
    deployment,
    {
      to: contractOf(clients, deployment),
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
 * Computes the id under which an account's terms stand, without asking the chain.
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
