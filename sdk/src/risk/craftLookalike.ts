import type { Address } from 'viem'
import { hexToBytes } from 'viem/utils'
import { parseAddress } from '../chain/address.js'
import { InvalidInputError } from '../errors/input.js'
import { writeAddress } from '../hash/writeAddress.js'
import { AFFIX_LENGTH } from './grades/isLookalike.js'

/** Bytes at each end that stay as they are. */
const affixBytes = AFFIX_LENGTH / 2

/** Bytes between them. */
const middleBytes = 20 - AFFIX_LENGTH

/**
 * Makes an address that shows the same ends as another one, with a random middle: for demonstrations and tests.
 *
 * Its key is unknown, so money sent there is lost.
 *
 * @param randomBytes - At least 16 bytes, of which the first 16 are used; or a function that draws as many as it is asked for.
 * @default crypto.getRandomValues
 * @returns A checksummed address, never `target` itself.
 * @throws {@link InvalidAddressError}, {@link InvalidInputError} on too few bytes.
 * @example
 * const bait = craftLookalike('0x52908400098527886E0F7030069857D2E4169EE7')
 */
export function craftLookalike(target: Address, randomBytes?: Uint8Array | ((count: number) => Uint8Array)): Address {
  if (target !== last?.target) last = { target, bytes: hexToBytes(parseAddress('target', target)) }
  const crafted = last.bytes.slice()
  const random = typeof randomBytes === 'function' ? randomBytes(middleBytes) : (randomBytes ?? drawMiddle())
  if (random.length < middleBytes)
    throw new InvalidInputError('randomBytes', `${random.length} random bytes are fewer than ${middleBytes}.`)
  // `as number`: both have at least the middle's bytes, one by its length above, the other as an address.
  let difference = 0
  for (let index = 0; index < middleBytes; index++) {
    const place = affixBytes + index
    difference |= (crafted[place] as number) ^ (random[index] as number)
    crafted[place] = random[index] as number
  }
  if (difference === 0) crafted[affixBytes] = (crafted[affixBytes] as number) ^ 16
  return writeAddress(crafted)
}

/** The target of the last call, checked, since one is often imitated many times. */
let last: { target: Address; bytes: Uint8Array } | undefined

/** Random bytes that are drawn at once, each used once: to draw a few takes as long. */
const pool = /* @__PURE__ */ new Uint8Array(64 * middleBytes)
let used = pool.length

function drawMiddle(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  used += middleBytes
  return pool.subarray(used - middleBytes, used)
}
