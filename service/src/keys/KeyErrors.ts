import { ServiceError } from '@holdfast/sdk/errors'

/** A key cannot be opened with these settings. A retry cannot help. Never contains the key, its password or its location. */
export class KeySettingsError extends ServiceError {
  override name = 'KeySettingsError' as const
  readonly reason: KeyFault

  constructor(reason: KeyFault) {
    super(faults[reason], {
      code: 'key_settings',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'change_settings', settings: [] },
    })
    this.reason = reason
  }
}

/** What can be wrong with the settings of a key. */
export type KeyFault = keyof typeof faults

const faults = {
  not_a_key: 'The private key is not 32 bytes of hex in the range of the curve.',
  unreadable: 'The keystore file cannot be read.',
  malformed: 'The keystore is not a Web3 Secret Storage file of version 3.',
  too_costly: 'The keystore requires more work or memory than any known wallet sets.',
  wrong_password: 'The password does not open the keystore.',
  wrong_address: 'The keystore holds another key than its address says.',
  unknown_key: 'The remote signer has no key for the configured address.',
  tls: 'The certificate, its key or the authority of the remote signer cannot be used, or its URL is not https.',
  url: 'The URL of the remote signer is not an http or https URL without credentials.',
} as const

/** The remote signer did not answer with a signature of the key. A retry can help. */
export class SignerUnavailableError extends ServiceError {
  override name = 'SignerUnavailableError' as const

  constructor(what: string) {
    super(`The remote signer ${what}.`, {
      code: 'signer_unavailable',
      effect: 'none',
      retry: 'later',
      advice: { do: 'check_endpoint', of: 'signer' },
      hint: 'Nothing was signed. Check that the signer runs and has the key.',
    })
  }
}
