import { CLAIM_MODES, type RegisteredConfig } from '@holdfast/sdk/transfer'

/** Whether transfers under these terms are claimed by the key of a code, which the claim then does not publish. */
export function isKeyed({ claimMode }: Pick<RegisteredConfig, 'claimMode'>): boolean {
  return claimMode === CLAIM_MODES.KEY || claimMode === CLAIM_MODES.KEY_RELEASE
}
