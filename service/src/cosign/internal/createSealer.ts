import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import type { Signer } from '../../keys/Signer.js'
import { SealingKeyError } from '../CosignErrors.js'

/**
 * Derives, from the co-signer key, what the store's secrets are sealed with. A box names its co-signer for good, so what is
 * sealed here is worth nothing under any other key, and a key that is replaced needs no second secret beside it: a copy of
 * the store alone tells nothing, and instances that share key and store understand each other.
 *
 * The secret is HKDF-SHA256 over the key's own signature of a fixed text, which nobody else can be made to sign: the route
 * signs typed data only.
 *
 * @throws {@link SealingKeyError} when the key does not sign deterministically.
 */
export async function createSealer(signer: Signer): Promise<Sealer> {
  const signature = await signer.signMessage(sealingText)
  if ((await signer.signMessage(sealingText)) !== signature) throw new SealingKeyError()
  const secret = Buffer.from(signature.slice(2), 'hex')
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `holdfast:${purpose}:v1`, 32)))
  const sealing = derive('seal')
  const naming = derive('pseudonym')
  // Each place has a key of its own, so no number of sealed rows can make two random nonces under one key meet.
  const keyOf = (place: string) => createHmac('sha256', sealing).update(place).digest()
  return {
    seal(place, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(place), nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(place, sealed) {
      try {
        const bytes = Buffer.from(sealed, 'base64url')
        const decipher = createDecipheriv('aes-256-gcm', keyOf(place), bytes.subarray(0, 12), { authTagLength: 16 })
        decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
    pseudonym: (text) => createHmac('sha256', naming).update(text).digest('hex').slice(0, 32),
  }
}

/** Keeps secrets in the store (AES-256-GCM). */
export type Sealer = {
  /** @param place - Where the row stands; sealed text opens at no other. */
  seal: (place: string, text: string) => string
  /** @returns `undefined` for what was not sealed here, or has been changed. */
  open: (place: string, sealed: string) => string | undefined
  /** A name for something, always the same one, that tells nothing without the key. */
  pseudonym: (text: string) => string
}

const sealingText =
  'Holdfast service: derives the key that seals what this co-signer stores. Version 1. Never sign this elsewhere.'
