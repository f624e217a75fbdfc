import { type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { UnknownConfigError, UntrustedVerifierError } from '@holdfast/sdk/errors'
import {
  CLAIM_MODES,
  configIdOf,
  defineConfig,
  getConfig,
  type IntegratorConfig,
  type RegisteredConfig,
  termsOf,
} from '@holdfast/sdk/transfer'
import type { Address, Hex } from 'viem'
import { isKeyed } from './isKeyed.js'

/** Terms, and whether they stand on the chain. */
export type ChosenTerms = { configId: Hex; terms: RegisteredConfig; isRegistered: boolean }

/**
 * Finds the terms registered under an id.
 *
 * @throws UnknownConfigError, UntrustedVerifierError where neither a code nor its key decides on the claim.
 */
export async function findTerms(publicClient: ReadClient, configId: Hex): Promise<ChosenTerms> {
  const terms = await getConfig({ publicClient }, configId)
  if (terms === undefined) throw new UnknownConfigError(configId)
  if (terms.claimMode !== CLAIM_MODES.CODE && !isKeyed(terms))
    throw new UntrustedVerifierError(configId, terms.verifier)
  return { configId, terms, isRegistered: true }
}

/**
 * The terms of our own applications: one hour to claim, no fee, and a claim by the key of the code, which then appears in no
 * transaction.
 */
export const OUR_TERMS = defineConfig({ claimMode: 'KEY' })

/** The same for terms of an account, found by what they say; they may not be registered yet. */
export async function chooseTerms(
  publicClient: ReadClient,
  { chainId, owner }: { chainId: number; owner: Address },
  config: IntegratorConfig = OUR_TERMS,
): Promise<ChosenTerms> {
  const terms = termsOf(config, requireDeployment(chainId))
  const configId = configIdOf(owner, terms)
  return { configId, terms, isRegistered: (await getConfig({ publicClient }, configId)) !== undefined }
}
