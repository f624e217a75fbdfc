import { ServiceError } from '@holdfast/sdk/errors'

/**
 * The co-signer has made something that it must not hand out: a signature that is not by its key, or over a digest that the
 * box does not know. No signature goes out. A retry cannot help; somebody has to look.
 */
export class CosignFaultError extends ServiceError {
  override name = 'CosignFaultError' as const

  constructor(what: 'foreign_signature' | 'foreign_digest') {
    super(
      what === 'foreign_signature'
        ? 'The co-signer made a signature that is not by its key.'
        : 'The box names another digest than the co-signer would sign.',
      { code: 'cosign_fault' },
    )
  }
}

/** The key signs the same text differently each time, so nothing can be sealed with what it makes. */
export class SealingKeyError extends ServiceError {
  override name = 'SealingKeyError' as const

  constructor() {
    super(
      'The co-signer key does not sign deterministically (RFC 6979), so no key to seal with can be derived of it.',
      {
        code: 'sealing_key',
      },
    )
  }
}
