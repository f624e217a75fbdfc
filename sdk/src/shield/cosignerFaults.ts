import type { CosignerFault } from './coSigner.js'

/**
 * What a co-signer that cannot be relied on did, in English. Like a veto: nothing was signed that can be used, and nothing
 * was spent.
 */
export const COSIGNER_FAULTS = {
  cosigner_unavailable: 'The co-signer did not answer. Nothing was spent.',
  cosigner_garbled: 'The co-signer’s answer makes no sense. Nothing was spent.',
  cosigner_mismatch: 'The co-signer signed something else, or is not the one the box names. Nothing was spent.',
} as const satisfies Readonly<Record<CosignerFault, string>>
