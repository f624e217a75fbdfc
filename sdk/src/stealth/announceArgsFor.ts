import { type Address, bytesToHex, type Hex } from 'viem'
import { parseAddress } from '../chain/address.js'
import { compress } from '../curve/points.js'
import { STEALTH_SCHEME_ID } from './constants.js'
import { parsePoint } from './internal/keys.js'
import { encodeStealthMetadata } from './stealthMetadata.js'
import type { StealthAnnouncement } from './types.js'

/**
 * The arguments of the announcer's `announce`, by which the recipient finds a box.
 *
 * @param stealth - As returned by {@link newStealthOwner}.
 * @param label - Travels in plain text: it is public. At most 40 bytes are kept.
 * @throws {@link InvalidAddressError} when an address is malformed.
 * @throws {@link InvalidInputError} when the ephemeral key or the tag is.
 * @example
 * const argsFor = (owner: StealthAnnouncement, box: Address) => announceArgsFor(owner, box, 'rent')
 */
export function announceArgsFor(
  stealth: StealthAnnouncement,
  box: Address,
  label?: string,
): announceArgsFor.ReturnType {
  const stealthAddress = parseAddress('stealthAddress', stealth.stealthAddress)
  const ephemeralPubKey = bytesToHex(compress(parsePoint('ephemeralPubKey', stealth.ephemeralPubKey)))
  const metadata = encodeStealthMetadata(box, label, stealth.viewTag)
  return [BigInt(STEALTH_SCHEME_ID), stealthAddress, ephemeralPubKey, metadata]
}

export declare namespace announceArgsFor {
  type ReturnType = readonly [schemeId: bigint, stealthAddress: Address, ephemeralPubKey: Hex, metadata: Hex]
}
