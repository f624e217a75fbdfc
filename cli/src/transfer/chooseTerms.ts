import { type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { UnknownConfigError, UntrustedVerifierError } from '@holdfast/sdk/errors'
import {
  configIdOf,
  defineConfig,
  getConfig,
  type IntegratorConfig,
  type RegisteredConfig,
} from '@holdfast/sdk/transfer'
import type { Address, Hex } from 'viem'

/** Terms, and whether they stand on the chain. */
export type ChosenTerms = { configId: Hex; terms: RegisteredConfig; isRegistered: boolean }

/**
 * Finds the terms registered under an id.
 *
 * @throws UnknownConfigError, UntrustedVerifierError where not a code decides on the claim.
 */
export async function findTerms(publicClient: ReadClient, configId: Hex): Promise<ChosenTerms> {
  const terms = await getConfig({ publicClient }, configId)
  if (terms === undefined) throw new UnknownConfigError(configId)
  if (terms.claimMode !== 0) throw new UntrustedVerifierError(configId, terms.verifier)
  return { configId, terms, isRegistered: true }
}

/** The same for terms of an account, found by what they say; they may not be registered yet. */
export async function chooseTerms(
  publicClient: ReadClient,
  { chainId, owner }: { chainId: number; owner: Address },
  { recallWindow, feeBps, feeRecipient }: IntegratorConfig = defineConfig(),
): Promise<ChosenTerms> {
  const { codeClaimVerifier: verifier } = requireDeployment(chainId)
  const terms = { recallWindow, claimMode: 0, feeBps, feeRecipient, verifier }
  const configId = configIdOf(owner, terms)
  return { configId, terms, isRegistered: (await getConfig({ publicClient }, configId)) !== undefined }
}
