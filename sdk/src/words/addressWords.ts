import { type Address, concatHex, keccak256, stringToHex } from 'viem'
import { parseAddress } from '../chain/address.js'
import { WORDS } from './list.js'

/** Four words of {@link WORDS}, which say 44 bits of an address. */
export type AddressWords = readonly [string, string, string, string]

/**
 * The four words of an address: a second check, read aloud by its owner and compared by the payer. Every application that
 * follows the same rule shows the same words.
 *
 * An imitation must match both ends and all words: with seven characters at the ends that costs 2^72 tries in place of 2^28.
 * Never the only check, since 44 bits alone are within reach.
 *
 * @throws `InvalidAddressError`
 * @example
 * addressWords('0x90F79bf6EB2c4f870365E785982E1f101E93b906').join(' ')
 */
export function addressWords(address: Address): AddressWords {
  const hash = BigInt(keccak256(concatHex([tag, parseAddress('address', address)])))
  // 2,048 words, for eleven bits.
  const word = (shift: bigint) => WORDS[Number((hash >> shift) & 2047n)] as string
  return [word(245n), word(234n), word(223n), word(212n)]
}

const tag = /* @__PURE__ */ stringToHex('holdfast:words:v1')
