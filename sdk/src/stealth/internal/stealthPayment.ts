import { bytesToNumberBE } from '@noble/curves/utils.js'
import { bytesToHex, type Hex } from 'viem'
import { isScalar } from '../../curve/order.js'
import { compress, type Point, publicKeyOf } from '../../curve/points.js'
import { InvalidInputError } from '../../errors/input.js'
import type { StealthAnnouncement, StealthMetaAddress } from '../types.js'
import { parsePoint, parsePrivateKey } from './keys.js'
import { shareSecret, stealthAddressOf } from './sharedSecret.js'

/** A fresh stealth address, and what only its payer and its owner know of it. */
export type StealthPayment = StealthAnnouncement & { secretHash: Uint8Array }

/**
 * Makes a stealth address for a recipient.
 *
 * @param ephemeralKey - Drawn at random where left out.
 * @throws {@link InvalidInputError} when a key is malformed, or a given ephemeral key does not serve (once in 2^128).
 */
export function createStealthPayment(meta: StealthMetaAddress, ephemeralKey?: Hex): StealthPayment {
  const spending = parsePoint('spendingPub', meta.spendingPub)
  const viewing = parsePoint('viewingPub', meta.viewingPub)
  if (ephemeralKey !== undefined) {
    const payment = attempt(spending, viewing, parsePrivateKey('ephemeralKey', ephemeralKey))
    if (payment === undefined)
      throw new InvalidInputError('ephemeralKey', 'The `ephemeralKey` does not serve this recipient. Take another.')
    return payment
  }
  for (;;) {
    const key = bytesToNumberBE(crypto.getRandomValues(new Uint8Array(32)))
    const payment = isScalar(key) ? attempt(spending, viewing, key) : undefined
    if (payment !== undefined) return payment
  }
}

function attempt(spending: Point, viewing: Point, ephemeralKey: bigint): StealthPayment | undefined {
  const secret = shareSecret(ephemeralKey, viewing)
  if (secret === undefined) return undefined
  const stealthAddress = stealthAddressOf(spending, secret)
  if (stealthAddress === undefined) return undefined
  const ephemeralPubKey = bytesToHex(compress(publicKeyOf(ephemeralKey)))
  // A hash has 32 bytes.
  return { stealthAddress, ephemeralPubKey, viewTag: secret.hash[0] as number, secretHash: secret.hash }
}
