import { claimKeyFromCode, generateClaimCode, type RegisteredConfig } from '@holdfast/sdk/transfer'
import type { Hex } from 'viem'
import { isKeyed } from '../terms/findTerms.js'

/** A fresh code, and the claim hash that it opens under these terms. */
export function newClaimCode(terms: Pick<RegisteredConfig, 'claimMode'>): { secret: string; claimHash: Hex } {
  const { secret, claimHash } = generateClaimCode()
  return { secret, claimHash: isKeyed(terms) ? claimKeyFromCode(secret).claimHash : claimHash }
}
