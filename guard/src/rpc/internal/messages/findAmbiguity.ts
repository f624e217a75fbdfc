import { isRawNumber } from './exactJson.js'
import { fold } from './methods.js'
import { isRecord } from './parseMessage.js'

/** Members of a transaction or of a user operation, as nodes and bundlers read them. */
const members = [
  'from',
  'to',
  'data',
  'input',
  'value',
  'gas',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'nonce',
  'chainId',
  'type',
  'accessList',
  'authorizationList',
  'txs',
  'calls',
  'blockStateCalls',
  'transactions',
  'tx',
  'sender',
  'callData',
  'initCode',
  'factory',
  'factoryData',
  'eip7702Auth',
  'address',
  'contractAddress',
  'yParity',
  'v',
  'r',
  's',
]
const byFold: ReadonlyMap<string, string> = new Map(members.map((name) => [fold(name), name]))

/** Deeper than any transaction. */
const maxDepth = 16

/**
 * Finds what two readers of one request might read differently. Go's JSON takes `To` for `to`, and the last of both.
 *
 * @returns What is wrong; `undefined` where nothing is.
 */
export function findAmbiguity(value: unknown, depth = 0): string | undefined {
  if (depth > maxDepth) return 'the parameters are nested too deeply.'
  if (isRawNumber(value)) return 'a number beyond 2^53 or with a fraction; write quantities as 0x… texts.'
  if (Array.isArray(value)) return firstOf(value, depth)
  if (!isRecord(value)) return undefined
  const keys = Object.keys(value)
  if (new Set(keys.map(fold)).size !== keys.length) return 'two members of one name.'
  const misspelt = keys.find((key) => (byFold.get(fold(key)) ?? key) !== key)
  if (misspelt !== undefined)
    return `a member whose name differs from \`${byFold.get(fold(misspelt))}\` by its letters alone.`
  const { data, input } = value
  const isPair = typeof data === 'string' && typeof input === 'string'
  if (isPair && data.toLowerCase() !== input.toLowerCase()) return '`data` and `input` differ.'
  return firstOf(Object.values(value), depth)
}

function firstOf(values: readonly unknown[], depth: number): string | undefined {
  for (const value of values) {
    const found = findAmbiguity(value, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
