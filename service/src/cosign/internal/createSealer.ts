import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import type { Signer } from '../../keys/Signer.js'
import { SealingKeyError } from '../CosignErrors.js'

/**
 * Derives, from the co-signer key, the keys that encrypt secrets in the store. The co-signer of a box never changes, so
 * these secrets have no use under any other key, and no second secret needs to be managed: a copy of the store alone reveals
 * nothing, and instances that share key and store read each other's rows.
 *
 * The secret is HKDF-SHA256 over the key's own signature of a fixed text. No caller can obtain that signature: the route
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
  // Each place has its own key, so that random nonces under one key cannot collide, however many rows there are.
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

/** Encrypts secrets for the store (AES-256-GCM). */
export type Sealer = {
  /** @param place - Identifies the row; sealed text opens at no other. */
  seal: (place: string, text: string) => string
  /** @returns `undefined` for text that was not sealed for this place, or was changed. */
  open: (place: string, sealed: string) => string | undefined
  /** A keyed hash: always the same for one text, and meaningless without the key. */
  pseudonym: (text: string) => string
}

const sealingText =
  'Holdfast service: derives the key that seals what this co-signer stores. Version 1. Never sign this elsewhere.'
