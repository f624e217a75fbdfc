import { parseUsdc } from '@holdfast/sdk/chain'
import type { AmountFault } from '../words/Words.js'

/** What was typed as the amount, in base units. */
export type TypedAmount = { kind: 'empty' } | { kind: 'amount'; amount: bigint } | { kind: 'fault'; fault: AmountFault }

/**
 * Reads an amount. A comma is a decimal sign only where it cannot separate thousands.
 *
 * @param balance - What the account holds, where that is known.
 */
export function readAmount(text: string, balance?: bigint): TypedAmount {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  const plain = plainOf(typed)
  if (plain === undefined) return { kind: 'fault', fault: /\d[.,]\d/.test(typed) ? 'two_meanings' : 'not_a_number' }
  if (/\.\d{7,}$/.test(plain)) return { kind: 'fault', fault: 'too_precise' }
  try {
    const amount = parseUsdc(plain)
    if (amount === 0n) return { kind: 'fault', fault: 'too_small' }
    if (balance !== undefined && amount > balance) return { kind: 'fault', fault: 'more_than_balance' }
    return { kind: 'amount', amount }
  } catch {
    return { kind: 'fault', fault: 'not_a_number' }
  }
}

/** With a point as its decimal sign; `undefined` where the text has two readings or none. */
function plainOf(typed: string): string | undefined {
  if (/^\d+(\.\d*)?$|^\.\d+$/.test(typed)) return typed.replace(/^\./, '0.').replace(/\.$/, '')
  const [, whole = '', part = ''] = /^(\d+),(\d+)$/.exec(typed) ?? []
  const mayBeThousands = part.length === 3 && !whole.startsWith('0') && whole.length <= 3
  return part === '' || mayBeThousands ? undefined : `${whole}.${part}`
}
