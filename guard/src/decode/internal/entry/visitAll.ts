import type { Address, Hex } from 'viem'
import type { Known, Walk } from './Entry.js'

/** A call inside another call. */
export type Inner = { readonly to: Address; readonly value?: bigint; readonly data: Hex }

/**
 * Reads the calls inside another call, in order.
 *
 * @param payer - The `msg.sender` of the inner calls, whose money they move.
 * @returns The sum of the values that they send.
 */
export function visitAll(call: Known, walk: Walk, calls: readonly Inner[], payer: Address = call.payer): bigint {
  const wrapper = call.path.at(-1) ?? ''
  let total = 0n
  if (!walk.count(call.path)) return total
  for (const [index, { to, value = 0n, data }] of calls.entries()) {
    const label = calls.length === 1 ? wrapper : `${wrapper}[${index}]`
    total += value
    walk.visit({ payer, to, value, data, path: [...call.path.slice(0, -1), label] })
  }
  return total
}
