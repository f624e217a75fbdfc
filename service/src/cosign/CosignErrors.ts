import { ServiceError } from '@holdfast/sdk/errors'

/**
 * The co-signer produced something that it must not return: a signature that is not by its key, or over a digest that the
 * box does not know. No signature is returned. A retry cannot help; the operator needs to investigate.
 */
export class CosignFaultError extends ServiceError {
  override name = 'CosignFaultError' as const

  constructor(what: 'foreign_signature' | 'foreign_digest') {
    super(
      what === 'foreign_signature'
        ? 'The co-signer made a signature that is not by its key.'
        : 'The box returned another digest than the co-signer would sign.',
      { code: 'cosign_fault', effect: 'none', retry: 'no', advice: { do: 'report' } },
    )
  }
}

/** The key signs the same text differently each time, so no sealing key can be derived from its signatures. */
export class SealingKeyError extends ServiceError {
  override name = 'SealingKeyError' as const

  constructor() {
    super('The co-signer key does not sign deterministically (RFC 6979), so no sealing key can be derived from it.', {
      code: 'sealing_key',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'change_settings', settings: ['COSIGNER_PK'] },
    })
  }
}

/** The caller's network, or the owner, has had too many signatures of an hour that cost nothing. No signature is returned. */
export class SignatureLimitError extends ServiceError {
  override name = 'SignatureLimitError' as const
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many signatures were asked for boxes that are not deployed, or for one nonce.', {
      code: 'signature_limit',
      effect: 'none',
      retry: 'later',
      advice: { do: 'ask_again' },
    })
    this.retryAfterSeconds = retryAfterSeconds
  }
}
