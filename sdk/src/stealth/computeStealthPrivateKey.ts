import { type Hex, numberToHex } from 'viem'
import { moduloOrder } from '../curve/order.js'
import { InvalidInputError } from '../errors/input.js'
import { parsePoint, parsePrivateKey } from './internal/keys.js'
import { shareSecret } from './internal/sharedSecret.js'
import type { StealthKeys } from './types.js'

/**
 * Computes the private key of a stealth address.
 *
 * Make sure that the key belongs to the announced address before relying on it: an announcement is a stranger's claim.
 *
 * @returns 32 bytes.
 * @throws {@link InvalidInputError} when a key is malformed; the message does not repeat a private one.
 * @example
 * const keyOf = (keys: StealthKeys, { ephemeralPubKey }: StealthBox) =>
 *   computeStealthPrivateKey({ ...keys, ephemeralPubKey })
 */
export function computeStealthPrivateKey({
  spendingKey,
  viewingKey,
  ephemeralPubKey,
}: computeStealthPrivateKey.Parameters): Hex {
  const spending = parsePrivateKey('spendingKey', spendingKey)
  const secret = shareSecret(parsePrivateKey('viewingKey', viewingKey), parsePoint('ephemeralPubKey', ephemeralPubKey))
  const key = secret && moduloOrder(spending + secret.scalar)
  if (!key) throw new InvalidInputError('ephemeralPubKey', 'The `ephemeralPubKey` leads to no stealth address.')
  return numberToHex(key, { size: 32 })
}

export declare namespace computeStealthPrivateKey {
  type Parameters = Pick<StealthKeys, 'spendingKey' | 'viewingKey'> & {
    /** Compressed point as announced. */
    ephemeralPubKey: Hex
  }
}
