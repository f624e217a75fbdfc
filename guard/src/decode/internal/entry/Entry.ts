import {
  type Abi,
  type AbiFunction,
  type AbiStateMutability,
  type Address,
  type ContractFunctionArgs,
  type Hex,
  type ParseAbiItem,
  parseAbiItem,
  toFunctionSelector,
} from 'viem'
import type { Carrier, Note, Unreadable } from '../../types.js'
import type { ChainFacts } from './facts.js'

/** A function that the decoder knows. */
export type Entry = {
  readonly selector: Hex
  /** For paths. */
  readonly name: string
  readonly inputs: AbiFunction['inputs']
  /** Reports what a call of it moves; absent where that is nothing. Returns the value that it hands on to inner calls. */
  readonly read?: Read<readonly never[]> | undefined
  /** True where only the contracts we know are known to do this: of another one the call counts as unread too. */
  readonly isOurs?: boolean
}

/** Reads the arguments of a call. Returns the value that goes on to inner calls, where the callee keeps none of it. */
export type Read<args> = (args: args, call: Known, walk: Walk) => bigint | undefined

/** A call under way. Addresses and data in lower case. */
export type Call = {
  /** Whose money it moves: whom the callee takes for its caller. */
  readonly payer: Address
  /** Undefined: it creates a contract. */
  readonly to: Address | undefined
  readonly value: bigint
  readonly data: Hex
  readonly path: readonly string[]
}

/** A call to an address. */
export type Known = Call & { readonly to: Address }

/** One decoding under way. */
export type Walk = {
  readonly facts: ChainFacts
  /** What is known of boxes, by address: those that the caller named, and those that were created on the way. */
  readonly boxes: Map<string, Box>
  /** Reads a call and all that it holds. */
  visit(call: Call): undefined
  /** Records a movement, unless it moves nothing, or to the payer or the caller itself. */
  move(call: Call, movement: Move): undefined
  /** Counts a movement or a call that holds others. False once there are too many. */
  count(path: readonly string[]): boolean
  /** Notes what is not read or cannot be judged by an address alone. */
  note(kind: Note['kind'], call: Pick<Call, 'to' | 'data' | 'path'>, found?: Named): undefined
  /** Refuses the whole request, for the first reason given. */
  refuse(reason: Unreadable['reason'], message: string, path: readonly string[]): undefined
  /** Records a call that is not read, as a note; if money or an allowance goes along, it counts for more at the end. */
  leaveUnread(call: Call): undefined
  /** Records that a router keeps what it was to pay out. Refused at the end, unless it pays out later: any account can take it. */
  keep(call: Known): undefined
  /** Records that a router pays out, or does with what it keeps what is not read. */
  release(router: Address): undefined
}

/** A movement, with the caller as its payer and the chain as its payee's unless said otherwise. */
export type Move = {
  readonly payer?: Address
  readonly payee: Address
  readonly token: Address | 'native'
  readonly amount: bigint | undefined
  readonly carrier: Carrier
  readonly chainId?: number
}

/** What a box pays. */
export type Box = { readonly token: Address; readonly target: Address }

/** What an account delegates to by EIP-7702. */
export type Authorization = {
  /** 0: on every chain. */
  readonly chainId: number
  /** The code that the account is to have; the zero address takes it away. */
  readonly address: Address
  /** Whose account it is. Default: the sender. */
  readonly authority?: Address | undefined
}

/** What data names that was not read. */
export type Named = { readonly namesUsdc: boolean; readonly addresses: readonly Address[] }

/**
 * A function that moves money.
 *
 * @param signature - Human-readable, as in `function transfer(address to, uint256 amount)`.
 * @param read - Gets the arguments in order, as viem would decode them, with addresses in lower case.
 */
export function carrier<const signature extends string>(
  signature: signature,
  read: Read<ContractFunctionArgs<Wrapped<signature>, AbiStateMutability>>,
): Entry {
  // The arguments are read by this very signature.
  return entryOf(parse(signature), read as Entry['read'])
}

/**
 * Functions of several names with the same parameters.
 *
 * @param rest - All that follows the name, as in `(address to, uint256 amount)`.
 */
export function carriers<const rest extends string>(
  names: readonly string[],
  rest: rest,
  read: Read<ContractFunctionArgs<Wrapped<`function f${rest}`>, AbiStateMutability>>,
): Entry[] {
  // As above.
  return names.map((name) => entryOf(parse(`function ${name}${rest}`), read as Entry['read']))
}

/** A function that moves nothing, whatever its arguments. */
export function harmless(signature: string): Entry {
  return entryOf(parse(signature))
}

/** An entry for a function of an ABI. */
export function entryOf(item: AbiFunction, read?: Entry['read']): Entry {
  return { selector: toFunctionSelector(item), name: item.name, inputs: item.inputs, read }
}

type Wrapped<signature extends string> =
  ParseAbiItem<readonly [signature]> extends infer item extends Abi[number] ? readonly [item] : Abi

function parse(signature: string): AbiFunction {
  // The parser types what it parses from a literal alone.
  return parseAbiItem(signature as 'function f()')
}
