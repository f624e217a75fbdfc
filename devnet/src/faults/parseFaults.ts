import type { FaultsUpdate } from './types.js'

/** Checks a change of faults, so that a misspelt one is an error and not a test that proves nothing. */
export function parseFaults(value: unknown): FaultsUpdate {
  const update = record(value, 'faults', ['rpc', 'explorer', 'remoteRpc'])
  if (update.rpc !== undefined) {
    const rpc = record(update.rpc, 'rpc', RPC_FIELDS)
    anyRpc(rpc, 'rpc')
    for (const field of ['receiptDelayBlocks', 'behindBlocks', 'lagBlocks']) count(rpc[field], `rpc.${field}`)
    oneOf(rpc.fillTransaction, 'rpc.fillTransaction', ['unsupported', 'answer', 'forbidden'])
  }
  if (update.explorer !== undefined) {
    const explorer = record(update.explorer, 'explorer', EXPLORER_FIELDS)
    surface(explorer, 'explorer')
    count(explorer.lagBlocks, 'explorer.lagBlocks')
    if (explorer.truncateItems !== null) count(explorer.truncateItems, 'explorer.truncateItems')
    if (explorer.indexing !== undefined && typeof explorer.indexing !== 'boolean')
      throw new RangeError('explorer.indexing must be true or false.')
  }
  if (update.remoteRpc !== undefined) anyRpc(record(update.remoteRpc, 'remoteRpc', REMOTE_RPC_FIELDS), 'remoteRpc')
  return update as FaultsUpdate
}

const SURFACE_FIELDS = ['latencyMs', 'rules']
const REMOTE_RPC_FIELDS = [...SURFACE_FIELDS, 'maxConcurrent', 'dropTransactions']
const RPC_FIELDS = [...REMOTE_RPC_FIELDS, 'receiptDelayBlocks', 'behindBlocks', 'lagBlocks', 'fillTransaction']
const EXPLORER_FIELDS = [...SURFACE_FIELDS, 'lagBlocks', 'truncateItems', 'indexing']
const KINDS = [
  'rate-limit',
  'rate-limit-plain',
  'server-error',
  'forbidden',
  'malformed',
  'hang',
  'reset',
  'reset-after',
  'delay',
]

function anyRpc(fields: Record<string, unknown>, name: string) {
  surface(fields, name)
  count(fields.dropTransactions, `${name}.dropTransactions`)
  if (fields.maxConcurrent !== null) count(fields.maxConcurrent, `${name}.maxConcurrent`)
}

function surface(fields: Record<string, unknown>, name: string) {
  count(fields.latencyMs, `${name}.latencyMs`)
  if (fields.rules === undefined) return
  if (!Array.isArray(fields.rules)) throw new RangeError(`${name}.rules must be a list.`)
  for (const [index, item] of fields.rules.entries()) {
    const path = `${name}.rules[${index}]`
    const rule = record(item, path, ['kind', 'match', 'times', 'skip', 'delayMs'])
    if (rule.kind === undefined) throw new RangeError(`${path}.kind is missing.`)
    oneOf(rule.kind, `${path}.kind`, KINDS)
    if (rule.match !== undefined && typeof rule.match !== 'string') throw new RangeError(`${path}.match must be text.`)
    if (rule.times !== null) count(rule.times, `${path}.times`)
    count(rule.skip, `${path}.skip`)
    count(rule.delayMs, `${path}.delayMs`)
  }
}

function record(value: unknown, path: string, fields: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`${path} must be an object.`)
  for (const field of Object.keys(value))
    if (!fields.includes(field)) throw new RangeError(`${path}.${field} is unknown; known are ${fields.join(', ')}.`)
  return value as Record<string, unknown>
}

function count(value: unknown, path: string) {
  if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 0))
    throw new RangeError(`${path} must be a whole number, 0 or more.`)
}

function oneOf(value: unknown, path: string, allowed: readonly string[]) {
  if (value !== undefined && !allowed.includes(String(value)))
    throw new RangeError(`${path} must be one of ${allowed.join(', ')}.`)
}
