import type { Address, Hex } from 'viem'
import { decompress } from '../curve/points.js'
import { parseHex } from './internal/hex.js'
import { parsePoint, parsePrivateKey } from './internal/keys.js'
import { shareSecret, stealthAddressOf } from './internal/sharedSecret.js'
import type { ViewingKeys } from './types.js'

/**
 * Computes the stealth address that an ephemeral key gives for this recipient. It belongs to the recipient if it is the one that
 * was announced: compare.
 *
 * For many announcements use {@link recognizeAnnouncements}, which is far faster.
 *
 * @returns `null` when the tag shows that it is not theirs, or when `ephemeralPubKey`, which a stranger wrote, is not a
 *   point of the curve.
 * @throws {@link InvalidInputError} when one of the recipient's own keys is malformed.
 * @example
 * const isOurs = (keys: ViewingKeys, { stealthAddress, ...announced }: StealthAnnouncement) =>
 *   checkStealthAddress({ ...keys, ...announced }) === stealthAddress
 */
export function checkStealthAddress({
  viewingKey,
  spendingPub,
  ephemeralPubKey,
  viewTag,
}: checkStealthAddress.Parameters): Address | null {
  const viewing = parsePrivateKey('viewingKey', viewingKey)
  const spending = parsePoint('spendingPub', spendingPub)
  const key = parseHex(ephemeralPubKey, 33)
  const point = key && decompress(key)
  const secret = point && shareSecret(viewing, point)
  if (secret === undefined || (viewTag !== undefined && viewTag !== secret.hash[0])) return null
  return stealthAddressOf(spending, secret) ?? null
}

export declare namespace checkStealthAddress {
  type Parameters = ViewingKeys & {
    /** Compressed point as announced. */
    ephemeralPubKey: Hex
    /** The announced tag; without it 255 of 256 foreign announcements cost twice as much. */
    viewTag?: number | undefined
  }
}
