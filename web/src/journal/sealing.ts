import type { Database } from './openDatabase.js'
import { formatValues, parseValues } from './valuesText.js'

/** Encrypts what the journal keeps of secrets. It stops a copied file, not a script in the page. */
export type Sealing = {
  seal: (secret: Secret) => Promise<Sealed>
  /** @throws Where the text was sealed by another key, or was changed. */
  open: (sealed: Sealed) => Promise<Secret>
}

type Secret = { readonly [name: string]: unknown }
export type Sealed = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

/** Opens the key of this browser, or makes it: AES-GCM, and no script can read its bytes. */
export async function openSealing(database: Pick<Database, 'get' | 'add'>): Promise<Sealing> {
  const kept = await database.get('keys', keyName)
  const key = kept instanceof CryptoKey ? kept : await makeKey(database)
  return {
    async seal(secret) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const text = new TextEncoder().encode(formatValues(secret))
      return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text) }
    },
    async open({ iv, bytes }) {
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)
      // What `seal` has written.
      return parseValues(new TextDecoder().decode(text)) as Secret
    },
  }
}

async function makeKey(database: Pick<Database, 'get' | 'add'>): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  // Of two tabs that made one at the same time, both take the first: rows of another key could never be opened again.
  await database.add('keys', keyName, made).catch(() => {})
  const kept = await database.get('keys', keyName)
  if (!(kept instanceof CryptoKey)) throw new Error('This browser keeps no key.')
  return kept
}

const keyName = 'journal'
