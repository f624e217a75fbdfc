import { createHmac, randomBytes } from 'node:crypto'
import { isProblemCode } from '@holdfast/sdk/wire'

/**
 * Removes from log fields what must not be in a log: by the name of the field, and by its form at any place in a text.
 *
 * @param pseudonym - Returns the replacement of an address.
 */
export function createRedactor(pseudonym: (address: string) => string): Redactor {
  function text(value: string): string {
    const cut = value.length > maxText ? `${value.slice(0, maxText)}…` : value
    if (!suspect.test(cut)) return cut
    return cut.replace(secretForms, (match, uuid, url, hex) => {
      if (uuid !== undefined) return match
      if (url !== undefined) return hostOf(match)
      if (hex === undefined) return '[redacted]'
      return hex.length === 40 ? pseudonym(match.toLowerCase()) : '[redacted]'
    })
  }

  function field(name: string, value: FieldValue): FieldValue {
    if (typeof value !== 'string') return value
    const key = name.toLowerCase().replaceAll(/[^a-z]/g, '')
    if (key === 'code') return isPublicCode(value) ? value : '[redacted]'
    if (key === 'salt' || secretNames.test(key)) return '[redacted]'
    if (key === 'place' && /^[\w.-]{1,60}\.[cm]?[jt]s:[0-9]+$/.test(value)) return value
    if (publicHashes.has(key) && /^0x[0-9a-f]{64}$/.test(value)) return value
    return text(value)
  }

  return { text, field }
}

/** Removes secrets from texts and from named fields. */
export type Redactor = {
  text: (value: string) => string
  field: (name: string, value: FieldValue) => FieldValue
}

/**
 * Pseudonyms of addresses in logs: the same for a day, and not traceable to the address afterwards. The key never
 * leaves the process.
 */
export function createPseudonyms(now: () => number): (address: string) => string {
  let day = Number.NaN
  let key = randomBytes(32)
  return (address) => {
    const today = Math.floor(now() / 86_400_000)
    if (today !== day) {
      if (!Number.isNaN(day)) key = randomBytes(32)
      day = today
    }
    return `addr:${createHmac('sha256', key).update(address).digest('hex').slice(0, 12)}`
  }
}

/** Whether a text contains nothing that a log must hide. */
export function isPublic(value: string): boolean {
  return (
    value.length <= maxText && value.replace(secretForms, (match, uuid) => (uuid === undefined ? '' : match)) === value
  )
}

type FieldValue = string | number | boolean | null | undefined

const maxText = 500

const symbol = '[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]'

/**
 * In this order, at each place: a UUID, which is not secret, a URL, hex, hex without its prefix, a claim code, an API
 * key.
 */
const secretForms = new RegExp(
  [
    '(?<![0-9A-Za-z])([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9A-Za-z])',
    '([A-Za-z][A-Za-z0-9+.-]{1,20}:\\/\\/[^\\s"\'<>]+)',
    '0[xX]([0-9a-fA-F]{40,})',
    '(?<![0-9A-Za-z])[0-9a-fA-F]{64,}',
    `(?<![0-9A-Za-z])${symbol}{4}(?:-?${symbol}{4}){3}(?![0-9A-Za-z])`,
    '(?<![0-9A-Za-z])(?:sk|pk|rk|key|Bearer)[-_ ][A-Za-z0-9_.-]{16,}',
  ].join('|'),
  'g',
)

/** Each of the forms contains one of these. */
const suspect = /:\/\/|[0-9A-Za-z_.-]{16}/

const secretNames =
  /secret|signature|privatekey|authorization|password|passphrase|mnemonic|apikey|bearer|cookie|calldata|rawbody|claimcode|signedbytes/

/** Hashes that are public. */
const publicHashes = new Set([
  'txhash',
  'transactionhash',
  'blockhash',
  'digest',
  'announcetxhash',
  'useroperationhash',
])

/** An error code of ours, of the database or of the system; none of them can be a claim code. */
function isPublicCode(value: string): boolean {
  if (isProblemCode(value)) return true
  return value.length !== 16 && value.length <= 64 && /^(?:[a-z]+(?:_[a-z]+)*|E[A-Z]+|[A-Z]+(?:_[A-Z]+)+)$/.test(value)
}

function hostOf(url: string): string {
  try {
    const { host } = new URL(url)
    return host === '' ? '[redacted]' : host
  } catch {
    return '[redacted]'
  }
}
