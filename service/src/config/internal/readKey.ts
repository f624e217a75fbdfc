import { type Address, type Hex, isAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { KeySettings, RemoteTls } from '../Config.js'
import type { Settings } from '../Settings.js'
import { isWellKnown } from '../wellKnownKeys.js'

/** Order of secp256k1 (SEC 2, section 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * One key, in one of three places: `<NAME>_PK`, `<NAME>_KEYSTORE` with `<NAME>_PASSWORD`, or `<NAME>_SIGNER_URL` with
 * `<NAME>_ADDRESS`, and for a mutually authenticated connection `<NAME>_SIGNER_CERT`, `<NAME>_SIGNER_KEY` and
 * `<NAME>_SIGNER_CA`.
 *
 * @returns Its address too, where it is known without opening the key.
 */
export function readKey(
  settings: Settings,
  name: string,
  { isProduction }: { isProduction: boolean },
): { key: KeySettings; address: Address | undefined } | undefined {
  const raw = settings.text(`${name}_PK`)
  const keystore = settings.text(`${name}_KEYSTORE`)
  const password = settings.text(`${name}_PASSWORD`)
  const url = settings.url(`${name}_SIGNER_URL`, settings.text(`${name}_SIGNER_URL`))
  const address = settings.text(`${name}_ADDRESS`)
  const tls = readTls(settings, name, url)
  const given = [raw, keystore, url].filter((value) => value !== undefined).length
  if (given > 1)
    return settings.fault(`${name}_PK`, `more than one of ${name}_PK, ${name}_KEYSTORE, ${name}_SIGNER_URL`)

  if (raw !== undefined) return readRaw(settings, name, raw, isProduction)
  if (keystore !== undefined) {
    if (password === undefined) return settings.fault(`${name}_PASSWORD`, `needed for ${name}_KEYSTORE`)
    return { key: { kind: 'keystore', path: keystore, password }, address: undefined }
  }
  if (url !== undefined) {
    if (address === undefined || !isAddress(address))
      return settings.fault(`${name}_ADDRESS`, `needed for ${name}_SIGNER_URL, with a right checksum`)
    return { key: { kind: 'remote', url, address, ...(tls && { tls }) }, address }
  }
  return undefined
}

function readTls(settings: Settings, name: string, url: string | undefined): RemoteTls | undefined {
  const cert = settings.text(`${name}_SIGNER_CERT`)
  const key = settings.text(`${name}_SIGNER_KEY`)
  const ca = settings.text(`${name}_SIGNER_CA`)
  if (cert === undefined && key === undefined && ca === undefined) return undefined
  if (cert !== undefined && key === undefined)
    return settings.fault(`${name}_SIGNER_KEY`, `needed for ${name}_SIGNER_CERT`)
  if (key !== undefined && cert === undefined)
    return settings.fault(`${name}_SIGNER_CERT`, `needed for ${name}_SIGNER_KEY`)
  if (url === undefined || !url.startsWith('https:'))
    return settings.fault(`${name}_SIGNER_URL`, 'not https, so certificates cannot be used')
  return { cert, key, ca }
}

function readRaw(settings: Settings, name: string, raw: string, isProduction: boolean) {
  const isHex = /^0x[0-9a-fA-F]{64}$/.test(raw)
  if (!isHex || BigInt(raw) === 0n || BigInt(raw) >= order)
    return settings.fault(`${name}_PK`, 'not a private key: 32 bytes of 0x hex in the range of the curve')
  // Hex by the check above.
  const privateKey = raw.toLowerCase() as Hex
  const address = privateKeyToAddress(privateKey)
  if (isProduction && isWellKnown(address)) return settings.fault(`${name}_PK`, 'a publicly known key')
  return { key: { kind: 'raw' as const, privateKey }, address }
}
