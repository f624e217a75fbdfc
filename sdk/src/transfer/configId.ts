import { type Address, encodeAbiParameters, type Hex, keccak256, zeroAddress } from 'viem'
import { parseAddress } from '../chain/address.js'
import type { ChainDeployment } from '../chain/registry.js'
import { CLAIM_MODES, defineConfig, type IntegratorConfig } from './config.js'
import type { RegisteredConfig } from './getConfig.js'

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
