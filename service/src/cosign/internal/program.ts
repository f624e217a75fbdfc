import type { Address } from 'viem'

/**
 * A program that is run and never deployed (`eth_call` without `to`): it looks at an account and at what views answer, all
 * as of one block, in one request. Numbers are in words of 32 bytes.
 *
 * | word  | what                                                             |
 * | ----- | ---------------------------------------------------------------- |
 * | 0     | chain id; below 2^248, so that no node takes the answer for code |
 * | 1     | block number                                                     |
 * | 2     | block time                                                       |
 * | 3     | length of the account's code                                     |
 * | 4..11 | the first 256 bytes of the code                                  |
 * | 12..  | for each view: 1 when it answered in full, then its words        |
 *
 * Each view has its place before it is called, so none can write into another's.
 */
export function lookProgram(account: Address, views: readonly View[]): `0x${string}` {
  const dataAt = assemble(account, views, 0).length / 2
  let data = ''
  for (const view of views) data += view.data
  return `0x${assemble(account, views, dataAt)}${data}`
}

/** A call whose answer has a fixed length. */
export type View = {
  /** `token`: the token that the code of the account names. */
  to: Address | 'token'
  /** Hex without its prefix. */
  data: string
  /** Words of the answer. */
  words: number
  /** Whether it changes something, for the views after it. */
  writes?: boolean | undefined
}

/** Words before the answers of the views. */
export const HEAD_WORDS = 12

function assemble(account: Address, views: readonly View[], dataAt: number): string {
  // mstore(0, chainid), mstore(32, number), mstore(64, timestamp), mstore(96, extcodesize(account))
  const box = `73${account.slice(2).toLowerCase()}`
  let program = `465f5243602052426040${op.mstore}${box}3b6060${op.mstore}`
  // extcodecopy(account, 128, 0, 256)
  program += `${push(256)}5f6080${box}3c`
  let out = HEAD_WORDS * 32
  let from = dataAt
  for (const { to, data, words, writes } of views) {
    const length = data.length / 2
    const size = words * 32
    // codecopy(SCRATCH, from, length)
    program += `${push(length)}${push(from)}${push(scratch)}39`
    // call(gas, to, SCRATCH, length, out + 32, size)
    program += push(size) + push(out + 32) + push(length) + push(scratch)
    if (writes) program += '5f'
    program += to === 'token' ? `${push(tokenWord)}51` : `73${to.slice(2).toLowerCase()}`
    program += writes ? '5af1' : '5afa'
    // mstore(out, and(succeeded, gt(returndatasize, size - 1)))
    program += `${push(size - 1)}3d1116${push(out)}${op.mstore}`
    out += 32 + size
    from += length
  }
  // return(0, out)
  return `${program}${push(out)}5ff3`
}

const op = { mstore: '52' } as const

/** Where calldata is put together. */
const scratch = 0x2000

/** The word whose last 20 bytes are the token in a box's code: behind the proxy, owner hash and vault hash. */
const tokenWord = 128 + 45 + 64 - 12

function push(value: number): string {
  return `61${value.toString(16).padStart(4, '0')}`
}
