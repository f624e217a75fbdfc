import type { Hex } from 'viem'
import { InvalidInputError } from '../errors/input.js'
import { boxSaltOf } from './internal/boxSalt.js'
import { parsePoint, parsePrivateKey } from './internal/keys.js'
import { shareSecret } from './internal/sharedSecret.js'
import type { StealthKeys } from './types.js'

/**
 * Computes, on the recipient's side, the salt with which the payer made a box for a stealth address.
 *
 * Only payer and recipient can: a box made with it was named by the original announcer.
 *
 * @param index - Which of the payer's boxes for this stealth address, 0 to 15.
 * @default index 0
 * @returns 32 bytes, as {@link newStealthOwner} gave to the payer.
 * @throws {@link InvalidInputError} when a key is malformed or the index out of range.
 * @example
 * const saltOf = ({ viewingKey }: StealthKeys, ephemeralPubKey: Hex) => stealthBoxSalt({ viewingKey, ephemeralPubKey })
 */
export function stealthBoxSalt({ viewingKey, ephemeralPubKey }: stealthBoxSalt.Parameters, index = 0): Hex {
  const secret = shareSecret(parsePrivateKey('viewingKey', viewingKey), parsePoint('ephemeralPubKey', ephemeralPubKey))
  if (!secret) throw new InvalidInputError('ephemeralPubKey', 'The `ephemeralPubKey` leads to no stealth address.')
  return boxSaltOf(secret.hash, index)
}

export declare namespace stealthBoxSalt {
  type Parameters = Pick<StealthKeys, 'viewingKey'> & {
    /** Compressed point as announced. */
    ephemeralPubKey: Hex
  }
}
