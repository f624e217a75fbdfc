import { type AbiParameter, type Address, type Hex, parseAbiParameters } from 'viem'
import type { Known, Walk } from '../entry/Entry.js'
import { MalformedAbi, readAbi } from '../entry/readAbi.js'
import { payOut } from './swaps.js'

/**
 * Actions of Uniswap's version 4 and of PancakeSwap Infinity that pay out, or make a position for an account: a byte for each, and its
 * parameters. An action that is not known is left unread, and the hook of a pool is noted.
 */
export function settle(actions: Hex, inputs: readonly Hex[], call: Known, walk: Walk): undefined {
  // They may be paid with what the router keeps.
  walk.release(call.to)
  for (const [index, input] of inputs.entries()) {
    const action = Number.parseInt(actions.slice(2 + index * 2, 4 + index * 2), 16)
    const paying = payingActions.get(action)
    const head = mintingActions.get(action)
    if (paying !== undefined) payAll(paying, input, call, walk)
    else if (head !== undefined) makePosition(head, input, call, walk)
    // The position is named by a number, so it may be anyone's.
    else if (addingActions.has(action)) walk.note('position', call)
    else if (poolSwaps.has(action)) noteHook(hooksOfPool(input), call, walk)
    else if (pathSwaps.has(action)) noteHook(hooksOfPath(input), call, walk)
    else if (!otherActions.has(action)) walk.leaveUnread({ ...call, data: input })
  }
}

function payAll(parameters: readonly AbiParameter[], input: Hex, call: Known, walk: Walk): void {
  // Of these parameters the addresses alone are texts: the tokens, and at the end whom the action pays.
  const addresses = readAbi(parameters, input).filter((one): one is Address => typeof one === 'string')
  const to = addresses.pop()
  if (to !== undefined) for (const token of addresses) payOut(call, walk, token, to)
}

/**
 * A position that is made: the key of the pool in place, two ticks, amounts, the owner, and the offset of data for the hook. The key has
 * a word more in Infinity, where its third word is the hook, and not its fifth. The offset, which encoders set to the size of the head,
 * tells one from the other.
 */
function makePosition(uniswapHead: number, input: Hex, call: Known, walk: Walk): void {
  const head = [uniswapHead, uniswapHead + 1].find((words) => wordAt(input, words - 1) === BigInt(words * 32))
  // A number too large for an amount may be the owner, read as by the other exchange.
  if (head === undefined || wordAt(input, head - 3) >= 2n ** 128n) {
    walk.leaveUnread({ ...call, data: input })
    return
  }
  noteHook([BigInt(addressAt(input, head === uniswapHead ? 4 : 2))], call, walk)
  for (const token of [0, 1]) payOut(call, walk, addressAt(input, token), addressAt(input, head - 2))
}

/** @param hooks - Undefined where they cannot be read: then there may be one. */
function noteHook(hooks: readonly bigint[] | undefined, call: Known, walk: Walk): void {
  if (hooks === undefined || hooks.some((hook) => hook !== 0n)) walk.note('hook', call)
}

/**
 * Of a swap through one pool, whose key begins at the second word. Uniswap's has the distance of ticks as its fourth, which is a small
 * number, and the hook as its fifth; Infinity's the hook as its third, and a contract as its fourth.
 */
function hooksOfPool(input: Hex): bigint[] | undefined {
  if (wordAt(input, 0) !== 32n || input.length < 2 + 6 * 64) return undefined
  return [wordAt(input, isTickDistance(wordAt(input, 4)) ? 5 : 3)]
}

/** Of a swap over several: Uniswap's steps have the distance of ticks before the hook, Infinity's a contract behind it. */
function hooksOfPath(input: Hex): bigint[] | undefined {
  try {
    // The parameters say what is read.
    const [{ path }] = readAbi(pathSwap, input) as [{ path: readonly { third: bigint; fourth: bigint }[] }]
    return path.map(({ third, fourth }) => (isTickDistance(third) ? fourth : third))
  } catch (error) {
    if (error instanceof MalformedAbi) return undefined
    throw error
  }
}

/** At least 1, of 24 bits; neither no hook nor an address. */
function isTickDistance(number: bigint): boolean {
  return number > 0n && number < 2n ** 24n
}

/** A word of a head; 0 where the data is shorter. */
function wordAt(input: Hex, index: number): bigint {
  return BigInt(`0x${input.slice(2 + index * 64, 66 + index * 64).padEnd(64, '0')}`)
}

function addressAt(input: Hex, index: number): Address {
  return `0x${input.slice(26 + index * 64, 66 + index * 64)}`
}

const take = /* @__PURE__ */ parseAbiParameters('address token, address recipient')
const takePair = /* @__PURE__ */ parseAbiParameters('address token, address other, address recipient')

const pathSwap = /* @__PURE__ */ parseAbiParameters(
  '(address token, (address token, uint256 fee, uint256 third, uint256 fourth, bytes hookData)[] path) swap',
)

/** By their numbers. */
const payingActions: ReadonlyMap<number, readonly AbiParameter[]> = new Map<number, readonly AbiParameter[]>([
  [0x0e, take],
  [0x10, take],
  [0x11, takePair],
  [0x14, take],
])

/** Those that make a position, with the words that Uniswap's parameters begin with: with a number of liquidity, and without. */
const mintingActions: ReadonlyMap<number, number> = new Map([
  [0x02, 12],
  [0x05, 11],
])

/** Those that add to a position which exists. */
const addingActions: ReadonlySet<number> = new Set([0x00, 0x04])

/** Swaps through one pool, and over several; in Infinity also those in bins. They pay no other account than the caller. */
const poolSwaps: ReadonlySet<number> = new Set([0x06, 0x08, 0x1c, 0x1e])
const pathSwaps: ReadonlySet<number> = new Set([0x07, 0x09, 0x1d, 0x1f])

/** Those that pay no other account than the caller: less liquidity, what is owed, wrapped coins. */
const otherActions: ReadonlySet<number> = new Set([
  ...[0x01, 0x03],
  ...[0x0b, 0x0c, 0x0d, 0x0f, 0x12, 0x13],
  ...[0x15, 0x16],
])
