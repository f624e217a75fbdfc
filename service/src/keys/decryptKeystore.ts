import { createDecipheriv, pbkdf2, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { bytesToHex, concatBytes, type Hex, hexToBytes, isHex, keccak256, size } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { KeySettingsError } from './KeyErrors.js'

/**
 * Opens a keystore: Web3 Secret Storage version 3 with scrypt or pbkdf2 and aes-128-ctr, as wallets and nodes write it.
 *
 * @throws {@link KeySettingsError}
 */
export async function decryptKeystore(file: string, password: string): Promise<Hex> {
  const { cipherText, iv, mac, kdf, address } = parseKeystore(file)
  const derived = await derive(kdf, password)
  const expected = keccak256(concatBytes([derived.subarray(16, 32), cipherText]), 'bytes')
  if (!timingSafeEqual(expected, mac)) throw new KeySettingsError('wrong_password')
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const privateKey = bytesToHex(concatBytes([decipher.update(cipherText), decipher.final()]))
  if (address !== undefined && addressOf(privateKey) !== address) throw new KeySettingsError('wrong_address')
  return privateKey
}

type Kdf =
  | { name: 'scrypt'; n: number; r: number; p: number; salt: Uint8Array }
  | { name: 'pbkdf2'; iterations: number; salt: Uint8Array }

/** Twice what the most expensive known wallet sets: 2^18, 8, 1. A foreign file must not use up all memory. */
const maxScryptBytes = 512 * 1024 * 1024
const maxIterations = 10_000_000

async function derive(kdf: Kdf, password: string): Promise<Uint8Array> {
  const secret = Buffer.from(password.normalize('NFKC'), 'utf8')
  if (kdf.name === 'pbkdf2') return promisify(pbkdf2)(secret, kdf.salt, kdf.iterations, 32, 'sha256')
  const { n, r, p } = kdf
  try {
    return await promisify<string | Buffer, Uint8Array, number, ScryptOptions, Uint8Array>(scrypt)(
      secret,
      kdf.salt,
      32,
      { N: n, r, p, maxmem: 2 * maxScryptBytes },
    )
  } catch {
    // Numbers that the definition of scrypt does not allow, such as n above 2^16 with r 1.
    throw new KeySettingsError('malformed')
  }
}

function parseKeystore(file: string) {
  const keystore = lowerKeys(parseJson(file))
  const crypto = lowerKeys(keystore.crypto)
  if (keystore.version !== 3 || crypto.cipher !== 'aes-128-ctr') throw new KeySettingsError('malformed')
  return {
    cipherText: bytes(crypto.ciphertext, 32),
    iv: bytes(lowerKeys(crypto.cipherparams).iv, 16),
    mac: bytes(crypto.mac, 32),
    kdf: parseKdf(crypto.kdf, lowerKeys(crypto.kdfparams)),
    address: keystore.address === undefined ? undefined : bytesToHex(bytes(keystore.address, 20)),
  }
}

function parseKdf(name: unknown, params: Record<string, unknown>): Kdf {
  const salt = bytes(params.salt)
  if (params.dklen !== 32) throw new KeySettingsError('malformed')
  if (name === 'pbkdf2') {
    if (params.prf !== 'hmac-sha256') throw new KeySettingsError('malformed')
    const iterations = positive(params.c)
    if (iterations > maxIterations) throw new KeySettingsError('too_costly')
    return { name, iterations, salt }
  }
  if (name !== 'scrypt') throw new KeySettingsError('malformed')
  const [n, r, p] = [positive(params.n), positive(params.r), positive(params.p)]
  if (!Number.isInteger(Math.log2(n))) throw new KeySettingsError('malformed')
  if (128 * n * r > maxScryptBytes || p > 16) throw new KeySettingsError('too_costly')
  return { name, n, r, p, salt }
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(file)
  } catch {
    throw new KeySettingsError('malformed')
  }
}

/** Wallets differ in the case of `crypto`. */
function lowerKeys(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new KeySettingsError('malformed')
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key.toLowerCase(), entry]))
}

function bytes(value: unknown, length?: number): Uint8Array {
  // Begins with `0x`; what follows is checked below.
  const hex = typeof value === 'string' ? (`0x${value.replace(/^0x/, '').toLowerCase()}` as Hex) : undefined
  if (hex === undefined || !isHex(hex) || hex.length % 2 !== 0 || (length !== undefined && size(hex) !== length))
    throw new KeySettingsError('malformed')
  return hexToBytes(hex)
}

function positive(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) throw new KeySettingsError('malformed')
  return value
}

function addressOf(privateKey: Hex): string {
  try {
    return privateKeyToAddress(privateKey).toLowerCase()
  } catch {
    throw new KeySettingsError('not_a_key')
  }
}
