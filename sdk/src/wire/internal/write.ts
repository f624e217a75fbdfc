import type { JsonOf } from '../json.js'

/**
 * Writes a message as JSON carries it: amounts as decimal text, bytes in lower case, without fields that are `undefined`.
 * Invalid values stay as they are, for the reader to refuse.
 */
export function write<value extends object>(value: value): JsonOf<value> {
  // `JsonOf` is what `writeField` makes of each kind of value.
  return writeField('', value) as JsonOf<value>
}

function writeField(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string') return bytes.has(key) ? value.toLowerCase() : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => writeField('', item))
  const written = Object.entries(value).flatMap(([name, field]) =>
    field === undefined ? [] : [[name, writeField(name, field)]],
  )
  return Object.fromEntries(written)
}

const bytes: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'signature',
  'salt',
  'ownerHash',
  'vaultHash',
  'ephemeralPubKey',
  'txHash',
  'announceTxHash',
])
