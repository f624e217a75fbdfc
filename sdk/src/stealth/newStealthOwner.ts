import type { Hex } from 'viem'
import { boxSaltOf } from './internal/boxSalt.js'
import { createStealthPayment } from './internal/stealthPayment.js'
import type { StealthAnnouncement, StealthMetaAddress } from './types.js'

/**
 * Makes the owner of a new box: a fresh stealth address, used as both owner and vault, and the salt to make the box with.
 *
 * Keep to the salt: it proves to the recipient that the box comes from its announcer, and copies of the
 * announcement that name another box prove nothing.
 *
 * @param ephemeralKey - The payer's one-time private key, 32 bytes. Never use one for two recipients.
 * @default ephemeralKey drawn from the platform's secure random source
 * @throws {@link InvalidInputError} when a key is malformed or the index out of range.
 * @example
 * const ownerFor = (uri: string) => newStealthOwner(parseStealthMetaAddress(uri))
 */
export function newStealthOwner(
  meta: StealthMetaAddress,
  ephemeralKey?: Hex,
  { index = 0 }: newStealthOwner.Options = {},
): newStealthOwner.ReturnType {
  const { stealthAddress, ephemeralPubKey, viewTag, secretHash } = createStealthPayment(meta, ephemeralKey)
  return { stealthAddress, ephemeralPubKey, viewTag, salt: boxSaltOf(secretHash, index) }
}

export declare namespace newStealthOwner {
  type Options = {
    /**
     * Which box of this stealth address the salt is for, 0 to 15. Another index with the same `ephemeralKey` gives
     * another box with the same owner.
     *
     * @default 0
     */
    index?: number | undefined
  }

  type ReturnType = StealthAnnouncement & {
    /** Salt of the box, 32 bytes; {@link stealthBoxSalt} gives it to the recipient. */
    salt: Hex
  }
}
