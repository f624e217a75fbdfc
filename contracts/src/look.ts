import type { Address, Hex } from 'viem'
import { hexToBigInt, isHex, numberToHex, size, slice } from 'viem/utils'
import { BOX_TOKEN_AT } from './boxCode.js'

/** A call whose answer has a fixed length. */
export type LookCall = {
  /** `boxToken`: the token that the code of the account names, where that is the code of a box. */
  to: Address | 'boxToken'
  data: Hex
  /** 32-byte words of the answer. */
  words: number
  /**
   * Highest gas of the call; by default all that is left.
   * @default undefined
   */
  gas?: number | undefined
  /** Whether it may change state, which the calls after it then see. @default false */
  writes?: boolean | undefined
}

/** The result of a look, as of one block. */
export type Look = {
  chainId: number
  blockNumber: bigint
  /** Unix seconds: the time of the block. */
  time: bigint
  /** Gas left after the last call: if it covers the limit of each call, every call could use its limit. */
  gasLeft: bigint
  /** Bytes of the account's code. */
  codeSize: number
  /** The first 288 bytes of it; more than any box has. */
  code: Hex
  /** For each call what it returned, cut to its words; `undefined` where it failed or returned less. */
  answers: readonly (Hex | undefined)[]
}

/**
 * A program that is run and never deployed (`eth_call` without `to`): it reads an account's code, makes some calls and
 * returns all of it, as of one block and in one request, on any chain and without a helper contract.
 *
 * Each answer has its place before its call is made, so no account called can write into another's. A call that does not
 * write is static: it can change nothing for those after it.
 *
 * | word  | what                                                             |
 * | ----- | ---------------------------------------------------------------- |
 * | 0     | chain id; below 2^248, so that no node takes the answer for code |
 * | 1     | block number                                                     |
 * | 2     | block time                                                       |
 * | 3     | gas left after the last call                                     |
 * | 4     | length of the account's code                                     |
 * | 5..13 | the first 288 bytes of the code                                  |
 * | 14..  | for each call: 1 when it answered in full, then its words        |
 *
 * @param account - Whose code is read.
 * @param calls - All answers together may be 24,000 bytes long: nodes take it for the code of a
 *   new contract.
 * @example
 * const calls = [{ to: account.address, data: '0x0505c8c9', words: 10 }] as const
 * const data = lookProgram(account.address, calls)
 * const answer = await publicClient.request({ method: 'eth_call', params: [{ data }, 'latest'] })
 * const look = parseLook(answer, calls)
 */
export function lookProgram(account: Address, calls: readonly LookCall[]): Hex {
  const dataAt = assemble(account, calls, 0).length / 2
  return `0x${assemble(account, calls, dataAt)}${calls.map(({ data }) => data.slice(2)).join('')}`
}

/**
 * Reads what {@link lookProgram} returned, for the same calls.
 *
 * @returns `undefined` for anything the program cannot have returned.
 */
export function parseLook(answer: Hex, calls: readonly LookCall[]): Look | undefined {
  if (!isHex(answer) || size(answer) !== sizeOf(calls)) return undefined
  const word = (index: number) => hexToBigInt(slice(answer, 32 * index, 32 * (index + 1)))
  const [chainId, codeSize] = [word(0), word(4)]
  if (chainId > maxNumber || codeSize > maxNumber) return undefined
  const codeAt = 32 * 5
  const answers: (Hex | undefined)[] = []
  let next = headWords
  for (const { words } of calls) {
    const flag = word(next)
    if (flag > 1n) return undefined
    answers.push(flag === 1n ? slice(answer, 32 * (next + 1), 32 * (next + 1 + words)) : undefined)
    next += 1 + words
  }
  const readable = Math.min(Number(codeSize), codeBytes)
  return {
    chainId: Number(chainId),
    blockNumber: word(1),
    time: word(2),
    gasLeft: word(3),
    codeSize: Number(codeSize),
    code: readable === 0 ? '0x' : slice(answer, codeAt, codeAt + readable),
    answers,
  }
}

const codeBytes = 288
const headWords = 5 + codeBytes / 32
const maxNumber = BigInt(Number.MAX_SAFE_INTEGER)

function sizeOf(calls: readonly LookCall[]): number {
  return 32 * calls.reduce((sum, { words }) => sum + 1 + words, headWords)
}

/** @param dataAt - Where the calldata of the first call begins behind the program. */
function assemble(account: Address, calls: readonly LookCall[], dataAt: number): string {
  const subject = addressOf(account)
  // The calldata of each call is copied to memory behind the answers.
  const end = sizeOf(calls)
  // chainid, number and timestamp, each as a word; then extcodesize(account)
  let program = `46${store(0)}43${store(1)}42${store(2)}${subject}3b${store(4)}`
  // extcodecopy(account, codeAt, 0, 288)
  program += `${push(codeBytes)}5f${push(32 * 5)}${subject}3c`
  let out = 32 * headWords
  let from = dataAt
  for (const { to, data, words, gas, writes } of calls) {
    const length = size(data)
    // codecopy(end, from, length)
    program += `${push(length)}${push(from)}${push(end)}39`
    // call(gas, to, end, length, out + 32, words)
    program += push(32 * words) + push(out + 32) + push(length) + push(end)
    if (writes) program += '5f'
    // The token, read from the copy of the code: the last 20 bytes of the word that ends with it.
    program += to === 'boxToken' ? `${push(32 * 5 + BOX_TOKEN_AT - 12)}51` : addressOf(to)
    program += gas === undefined ? '5a' : `62${hex(gas, 3)}`
    program += writes ? 'f1' : 'fa'
    // mstore(out, and(succeeded, gt(returndatasize, size - 1)))
    program += `${push(32 * words - 1)}3d1116${store(out / 32)}`
    out += 32 + 32 * words
    from += length
  }
  // return(0, end)
  return `${program}5a${store(3)}${push(end)}5ff3`
}

/** Stores the top of the stack as a word of the answer. */
function store(word: number): string {
  return `${push(32 * word)}52`
}

function addressOf(address: Address): string {
  return `73${address.slice(2).toLowerCase()}`
}

function push(value: number): string {
  return `61${hex(value, 2)}`
}

function hex(value: number, bytes: number): string {
  return numberToHex(value, { size: bytes }).slice(2)
}
