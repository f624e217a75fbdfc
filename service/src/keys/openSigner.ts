import { readFile } from 'node:fs/promises'
import type { KeySettings } from '../config/Config.js'
import { decryptKeystore } from './decryptKeystore.js'
import { LocalSigner } from './internal/LocalSigner.js'
import { RemoteSigner } from './internal/RemoteSigner.js'
import { KeySettingsError } from './KeyErrors.js'
import type { Signer } from './Signer.js'

/**
 * Opens a key in one of three places: a setting, an encrypted file (Web3 Secret Storage, version 3), or a remote signer
 * with the Web3Signer HTTP interface. A key in this process is in a private field: it shows in no print of the object,
 * in no JSON and in no error.
 *
 * Opening a key does not prove that it can sign; `health()` does.
 *
 * @throws {@link KeySettingsError} when the settings are invalid; `SignerUnavailableError` when the remote signer does
 *   not answer.
 * @example
 * const signer = await openSigner({ kind: 'keystore', path: '/etc/holdfast/relayer.json', password })
 * await signer.health()
 */
export async function openSigner(settings: KeySettings, options: openSigner.Options = {}): Promise<Signer> {
  switch (settings.kind) {
    case 'raw':
      return LocalSigner.open(settings.privateKey)
    case 'keystore': {
      const file = await readFile(settings.path, 'utf8').catch(() => {
        throw new KeySettingsError('unreadable')
      })
      return LocalSigner.open(await decryptKeystore(file, settings.password))
    }
    case 'remote':
      return RemoteSigner.open(settings, { timeoutMs: options.timeoutMs ?? 5_000 })
  }
}

export declare namespace openSigner {
  type Options = {
    /**
     * Time limit of a request to a remote signer.
     * @default 5_000
     */
    timeoutMs?: number | undefined
  }

  type ErrorType = KeySettingsError | import('./KeyErrors.js').SignerUnavailableError
}
