import type { Address, Hex } from 'viem'
import type { Known, Walk } from '../entry/Entry.js'
import { MalformedAbi } from '../entry/readAbi.js'

/**
 * A payment out of a router. As a payee, the address 1 means the caller, and 0 and 2 the router itself, which keeps it for a later call.
 *
 * @param token - Undefined, or the zero address: the chain's coin.
 * @param amount - Left out where it is known only once the swap was made.
 */
export function payOut(
  call: Known,
  walk: Walk,
  token: Address | undefined,
  payee: Address,
  amount?: bigint,
): undefined {
  const mark = BigInt(payee)
  if (mark === 0n || mark === 2n || payee === call.to) return walk.keep(call)
  walk.release(call.to)
  if (mark === 1n) return
  const isCoin = token === undefined || BigInt(token) === 0n
  walk.move(call, { payee, token: isCoin ? 'native' : token, amount, carrier: 'router' })
}

/** The first and the last token of a list: what goes in, and what comes out. */
export function endsOf(path: readonly Address[]): readonly [Address, Address] {
  const [first, last] = [path.at(0), path.at(-1)]
  if (path.length < 2 || first === undefined || last === undefined) throw new MalformedAbi()
  return [first, last]
}

/** The same for a path of Uniswap version 3: a token (20 bytes), a fee (3), the next token, and so on. Algebra's forks have no fees in it. */
export function endsOfPacked(path: Hex): readonly [Address, Address] {
  const bytes = path.length / 2 - 1
  const isWhole = (bytes - 20) % 23 === 0 || bytes % 20 === 0
  if (bytes < 40 || !isWhole) throw new MalformedAbi()
  return [`0x${path.slice(2, 42)}`, `0x${path.slice(-40)}`]
}
