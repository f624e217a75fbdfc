import { isAddress, isHash } from 'viem'

/** Fields that every surface's faults have. */
export const SURFACE_FIELDS = ['latencyMs', 'rules']

/** Checks the fields that every surface has. */
export function surface(fields: Record<string, unknown>, name: string) {
  count(fields.latencyMs, `${name}.latencyMs`)
  if (fields.rules === undefined) return
  if (!Array.isArray(fields.rules)) throw new RangeError(`${name}.rules must be a list.`)
  for (const [index, item] of fields.rules.entries()) {
    const path = `${name}.rules[${index}]`
    const rule = record(item, path, ['kind', 'match', 'times', 'skip', 'delayMs'])
    if (rule.kind === undefined) throw new RangeError(`${path}.kind is missing.`)
    oneOf(rule.kind, `${path}.kind`, kinds)
    if (rule.match !== undefined && typeof rule.match !== 'string') throw new RangeError(`${path}.match must be text.`)
    if (rule.times !== null) count(rule.times, `${path}.times`)
    count(rule.skip, `${path}.skip`)
    count(rule.delayMs, `${path}.delayMs`)
  }
}

/** An object with no other fields than these. */
export function record(value: unknown, path: string, fields: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`${path} must be an object.`)
  for (const field of Object.keys(value))
    if (!fields.includes(field)) throw new RangeError(`${path}.${field} is unknown; known are ${fields.join(', ')}.`)
  // Checked above to be an object.
  return value as Record<string, unknown>
}

export function count(value: unknown, path: string) {
  if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 0))
    throw new RangeError(`${path} must be a whole number, 0 or more.`)
}

export function oneOf(value: unknown, path: string, allowed: readonly string[]) {
  if (value !== undefined && !allowed.includes(String(value)))
    throw new RangeError(`${path} must be one of ${allowed.join(', ')}.`)
}

export function address(value: unknown, path: string) {
  if (value !== undefined && !(typeof value === 'string' && isAddress(value, { strict: false })))
    throw new RangeError(`${path} must be an address.`)
}

export function addresses(value: unknown, path: string) {
  if (value === undefined) return
  if (!Array.isArray(value)) throw new RangeError(`${path} must be a list.`)
  for (const [index, item] of value.entries()) address(item, `${path}[${index}]`)
}

export function hash(value: unknown, path: string) {
  if (value !== undefined && !(typeof value === 'string' && isHash(value)))
    throw new RangeError(`${path} must be the hash of a transaction.`)
}

export function flag(value: unknown, path: string) {
  if (value !== undefined && typeof value !== 'boolean') throw new RangeError(`${path} must be true or false.`)
}

const kinds = [
  'rate-limit',
  'rate-limit-plain',
  'server-error',
  'forbidden',
  'malformed',
  'hang',
  'reset',
  'reset-after',
  'timeout-after',
  'delay',
]
