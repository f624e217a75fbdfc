import type { ReadClient } from '@holdfast/sdk/chain'
import { UnknownConfigError, UntrustedVerifierError } from '@holdfast/sdk/errors'
import {
  CLAIM_MODES,
  claimKeyFromCode,
  defineConfig,
  generateClaimCode,
  getConfig,
  type RegisteredConfig,
} from '@holdfast/sdk/transfer'
import type { Hex } from 'viem'
import { writeSpan } from '../../input/readTime.js'

/**
 * Finds the terms registered under an id.
 *
 * @throws UnknownConfigError, UntrustedVerifierError if a verifier that is not built in decides on the claim.
 */
export async function findTerms(
  publicClient: ReadClient,
  configId: Hex,
): Promise<{ configId: Hex; terms: RegisteredConfig }> {
  const terms = await getConfig({ publicClient }, configId)
  if (terms === undefined) throw new UnknownConfigError(configId)
  if (terms.claimMode !== CLAIM_MODES.CODE && !isKeyed(terms))
    throw new UntrustedVerifierError(configId, terms.verifier)
  return { configId, terms }
}

/**
 * The terms of our own applications: one hour to claim, no fee, and a claim by the key of the code, which then appears in no
 * transaction.
 */
export const OUR_TERMS = defineConfig({ claimMode: 'KEY' })

/** Whether transfers under these terms are claimed by the key of a code, which the claim then does not publish. */
function isKeyed({ claimMode }: Pick<RegisteredConfig, 'claimMode'>): boolean {
  return claimMode === CLAIM_MODES.KEY || claimMode === CLAIM_MODES.KEY_RELEASE
}

/** Terms of protected transfers, for a person. */
export function describeTerms({ recallWindow, feeBps, feeRecipient }: RegisteredConfig): string {
  const fee = feeBps === 0 ? 'no fee' : `${feeBps / 100} % of a claim to ${feeRecipient}`
  return `${writeSpan(recallWindow)} to claim, ${fee}`
}

/** A fresh code, and the claim hash that it opens under these terms. */
export function newClaimCode(terms: Pick<RegisteredConfig, 'claimMode'>): { secret: string; claimHash: Hex } {
  const { secret, claimHash } = generateClaimCode()
  return { secret, claimHash: isKeyed(terms) ? claimKeyFromCode(secret).claimHash : claimHash }
}
