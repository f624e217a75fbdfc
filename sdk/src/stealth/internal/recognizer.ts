import { bytesToHex } from 'viem'
import { planMultiplication } from '../../curve/multiplicationPlan.js'
import { writeAddress } from '../../hash/writeAddress.js'
import { decodeStealthMetadata } from '../stealthMetadata.js'
import type { RawAnnouncement, StealthBox, ViewingKeys } from '../types.js'
import { shareSecretFast } from './exactCheck.js'
import { parseHex } from './hex.js'
import { parsePoint, parsePrivateKey } from './keys.js'
import { stealthAddressBytes } from './sharedSecret.js'
import { fitsAny } from './viewTagFilter.js'

/**
 * Makes the exact check of one announcement that a filter has kept. One per pair of keys: it prepares them.
 *
 * The check itself never throws: what is malformed or not ours gives `undefined`.
 *
 * @throws {@link InvalidInputError} when a key is malformed.
 */
export function createRecognizer(keys: ViewingKeys): (announcement: RawAnnouncement) => StealthBox | undefined {
  const viewing = planMultiplication(parsePrivateKey('viewingKey', keys.viewingKey))
  const spending = parsePoint('spendingPub', keys.spendingPub)
  return (announcement: RawAnnouncement | null | undefined) => {
    const key = parseHex(announcement?.ephemeralPubKey, 33)
    const claimed = parseHex(announcement?.stealthAddress, 20)
    const metadata = findMetadata(announcement?.metadata)
    if (!key || !claimed || !metadata) return undefined
    const secret = shareSecretFast(viewing, key)
    if (secret === undefined) return undefined
    if (!fitsAny(metadata.viewTag) && secret.hash[0] !== metadata.viewTag) return undefined
    const address = stealthAddressBytes(spending, secret)
    if (!address?.every((byte, index) => byte === claimed[index])) return undefined
    return {
      stealthAddress: writeAddress(address),
      box: metadata.box,
      ephemeralPubKey: bytesToHex(key),
      label: metadata.label,
      proof: 'none',
    }
  }
}

/**
 * Keeps the first box of every (stealth address, ephemeral key, box): the original announcement comes before its copies.
 *
 * @param boxes - In the order of their announcements.
 */
export function uniqueBoxes(boxes: readonly StealthBox[]): StealthBox[] {
  const first = new Map<string, StealthBox>()
  for (const box of boxes) {
    const identity = `${box.stealthAddress}${box.ephemeralPubKey}${box.box}`
    if (!first.has(identity)) first.set(identity, box)
  }
  return [...first.values()]
}

function findMetadata(metadata: unknown) {
  try {
    // The decoder refuses what is not hex.
    return decodeStealthMetadata(metadata as RawAnnouncement['metadata'])
  } catch {
    return undefined
  }
}
