import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { hasErrorCode } from '../failure/hasErrorCode.js'
import type { Pending } from './Journal.js'

/**
 * One file of the journal.
 *
 * @returns `undefined` where another run has finished it meanwhile, `'damaged'` where it does not hold what was written.
 */
export function readPending(file: string): Pending | 'damaged' | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isPending(stored, basename(file, '.json')) ? stored : 'damaged'
  } catch (error) {
    return hasErrorCode(error, 'ENOENT') ? undefined : 'damaged'
  }
}

/** Whether it is an entry of that id, without characters that this program never writes. */
function isPending(value: unknown, id: string): value is Pending {
  const { facts, signed = '', ...texts }: Record<string, unknown> = Object(value)
  const isText = (one: unknown): one is string => typeof one === 'string' && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(one)
  return (
    texts.id === id &&
    isText(texts.command) &&
    isText(texts.begunAt) &&
    Number.isSafeInteger(texts.chainId) &&
    typeof facts === 'object' &&
    facts !== null &&
    Object.values(facts).every(isText) &&
    typeof signed === 'string'
  )
}
