/** Without vowels, so that no word appears, and without characters that are easily confused. */
const alphabet = '23456789BCDFGHJKLMNPQRSTVWXYZ'

/** Four random characters. */
export function freshReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4))
  return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}
