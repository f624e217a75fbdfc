import type { Hex } from 'viem'
import { createStealthPayment } from './internal/stealthPayment.js'
import type { StealthAnnouncement, StealthMetaAddress } from './types.js'

/**
 * Makes a fresh address that only the recipient can find and spend from (ERC-5564, scheme 1).
 *
 * @param ephemeralKey - The payer's one-time private key, 32 bytes. Never use one twice: two payments with one key can
 *   be linked.
 * @default ephemeralKey drawn from the platform's secure random source
 * @throws {@link InvalidInputError} when a key is malformed; the message does not repeat a private one.
 * @example
 * const addressFor = (uri: string) => generateStealthAddress(parseStealthMetaAddress(uri))
 */
export function generateStealthAddress(meta: StealthMetaAddress, ephemeralKey?: Hex): StealthAnnouncement {
  const { stealthAddress, ephemeralPubKey, viewTag } = createStealthPayment(meta, ephemeralKey)
  return { stealthAddress, ephemeralPubKey, viewTag }
}
