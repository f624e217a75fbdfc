import { type Address, isAddress } from 'viem'

/** A line of any corpus: names and forms vary, so all values go through the readers below. */
export type Loose = Readonly<Record<string, unknown>>

/** The value under the first of several names that is there; capitals, dashes and underscores in names do not matter. */
export function field(line: Loose, ...names: readonly string[]): unknown {
  for (const name of names) {
    if (line[name] !== undefined) return line[name]
    const wanted = plain(name)
    for (const key in line) if (line[key] !== undefined && plain(key) === wanted) return line[key]
  }
  return undefined
}

/** A word without case and without what joins its parts. */
export function plain(word: string): string {
  return word.replace(/[-_ ]/g, '').toLowerCase()
}

/** A whole number: a number, a bigint, decimal or hexadecimal digits, also with a fraction of zeros or an exponent. */
export function toInteger(value: unknown, what: string): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  if (typeof value === 'string') {
    const text = value.trim().replace(/^eip155:/i, '')
    if (/^(0x[0-9a-f]+|\d+)$/i.test(text)) return BigInt(text.toLowerCase())
    const number = Number(text)
    if (text !== '' && Number.isSafeInteger(number)) return BigInt(number)
  }
  throw unreadable(what, value)
}

/** Unix seconds: from seconds, milliseconds (any number past the year 5000), digits or ISO 8601. */
export function toSeconds(value: unknown, what: string): number {
  if (value instanceof Date) return value.getTime() / 1_000
  const text = typeof value === 'string' ? value.trim() : value
  const isNumeric = typeof text !== 'string' || /^(0x[0-9a-f]+|[\d.]+)$/i.test(text)
  const number = isNumeric ? Number(text) : Date.parse(text) / 1_000
  if (value === null || value === '' || !Number.isFinite(number)) throw unreadable(what, value)
  return number > 95_617_584_000 ? number / 1_000 : number
}

/** An address in lower case, whatever case it comes in; also out of `{ address }` and without its 0x. */
export function toAddress(value: unknown, what: string): Address {
  if (typeof value === 'object' && value !== null) return toAddress(field(value as Loose, 'address', 'hash'), what)
  const text = typeof value === 'string' ? value.trim().toLowerCase() : ''
  const digits = text.startsWith('0x') ? text.slice(2) : text
  if (!/^[0-9a-f]{40}$/.test(digits)) throw unreadable(what, value)
  return `0x${digits}`
}

/** As it was written if that is valid; otherwise in lower case, for corpora that mix letter case freely. */
export function toWrittenAddress(value: unknown, what: string): Address {
  const lower = toAddress(value, what)
  if (typeof value !== 'string') return lower
  const written = value.trim().replace(/^(0x)?/i, '0x') as Address
  const isOneCase = written.slice(2) === written.slice(2).toUpperCase()
  return isOneCase || isAddress(written, { strict: true }) ? written : lower
}

/** Several lists of addresses in one; each may be missing, one address, or a map whose values are lists. */
export function toAddresses(what: string, ...values: readonly unknown[]): Address[] {
  return values.flatMap((value): Address[] => {
    if (value === undefined || value === null || value === '') return []
    if (Array.isArray(value)) return value.map((one) => toAddress(one, what))
    if (typeof value === 'object' && field(value as Loose, 'address') === undefined)
      return toAddresses(what, ...Object.values(value))
    return [toAddress(value, what)]
  })
}

/** A boolean: also 0 and 1, words, and code as hexadecimal, where `0x` means false. */
export function toBoolean(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') return Boolean(value)
  return !['', '0x', '0', 'false', 'no', 'none'].includes(value.trim().toLowerCase())
}

function unreadable(what: string, value: unknown): Error {
  const text = typeof value === 'bigint' ? `${value}` : (JSON.stringify(value) ?? 'nothing')
  return new Error(`The corpus's ${what} cannot be read: ${text.slice(0, 80)}`)
}
