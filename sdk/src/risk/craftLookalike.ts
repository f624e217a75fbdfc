import { type Address, bytesToHex } from 'viem'
import { parseAddress } from '../chain/address.js'
import { InvalidInputError } from '../errors/input.js'
import { AFFIX_LENGTH } from './isLookalike.js'

/** Bytes between the two ends that stay as they are. */
const middleBytes = 20 - AFFIX_LENGTH

/**
 * Makes an address that shows the same ends as another one, with a random middle: for demonstrations and tests.
 *
 * Nobody holds its key, so money sent there is lost.
 *
 * @param randomBytes - At least 16 bytes, of which the first 16 are used.
 * @default crypto.getRandomValues
 * @returns A checksummed address, never `target` itself.
 * @throws {@link InvalidAddressError}, {@link InvalidInputError} on too few bytes.
 * @example
 * const bait = craftLookalike('0x52908400098527886E0F7030069857D2E4169EE7')
 */
export function craftLookalike(target: Address, randomBytes?: Uint8Array): Address {
  const genuine = parseAddress('target', target).toLowerCase()
  const random = randomBytes ?? crypto.getRandomValues(new Uint8Array(middleBytes))
  if (random.length < middleBytes)
    throw new InvalidInputError('randomBytes', `${random.length} random bytes are fewer than ${middleBytes}.`)
  const middle = bytesToHex(random.subarray(0, middleBytes)).slice(2)
  const head = genuine.slice(0, 2 + AFFIX_LENGTH)
  const tail = genuine.slice(-AFFIX_LENGTH)
  const crafted = head + middle + tail
  return parseAddress('target', crafted === genuine ? head + flipFirst(middle) + tail : crafted)
}

function flipFirst(hex: string): string {
  return (Number.parseInt(hex.charAt(0), 16) ^ 1).toString(16) + hex.slice(1)
}
