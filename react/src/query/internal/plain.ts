/**
 * A value as data: addresses in lower case, bigints as decimal text, dates as ISO text. A function or an instance of a class
 * becomes a number of its own, so that two of them are never taken for one.
 */
export function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : value
  if (typeof value === 'function') return identityOf(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (!isRecord(value)) return identityOf(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, plain(field)]))
}

/** The number of an object: the same for as long as the object is there. */
export function identityOf(value: object): string {
  const known = identities.get(value) ?? `#${++count}`
  identities.set(value, known)
  return known
}

const identities = new WeakMap<object, string>()
let count = 0

function isRecord(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
