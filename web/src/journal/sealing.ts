import type { Database } from './openDatabase.js'

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
      const text = new TextEncoder().encode(JSON.stringify(secret, writeValue))
      return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text) }
    },
    async open({ iv, bytes }) {
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)
      return JSON.parse(new TextDecoder().decode(text), readValue)
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

/** JSON has neither bigints nor dates; a date is text before the replacer sees it, but not in its object. */
function writeValue(this: { readonly [name: string]: unknown }, name: string, value: unknown): unknown {
  const original = this[name]
  if (original instanceof Date) return { $date: original.toISOString() }
  return typeof value === 'bigint' ? { $bigint: value.toString() } : value
}

function readValue(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$date' in value) return new Date(String(value.$date))
  return '$bigint' in value ? BigInt(String(value.$bigint)) : value
}
