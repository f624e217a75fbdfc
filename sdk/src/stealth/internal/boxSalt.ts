import { bytesToHex, type Hex, stringToBytes } from 'viem'
import { InvalidInputError } from '../../errors/input.js'
import { keccak256 } from '../../hash/keccak256.js'

/** Salts that a recipient tries for each announcement: indexes 0 to 15. */
export const boxSaltCount = 16

/**
 * keccak256 of the tag `holdfast:box-salt:v1`, the hashed shared secret and the index as four bytes, highest first.
 *
 * @throws {@link InvalidInputError} for an index that no recipient tries.
 */
export function boxSaltOf(secretHash: Uint8Array, index: number): Hex {
  if (!Number.isInteger(index) || index < 0 || index >= boxSaltCount)
    throw new InvalidInputError(
      'index',
      `The salt index ${String(index)} is not a whole number from 0 to ${boxSaltCount - 1}: recipients look no further.`,
    )
  const tag = stringToBytes('holdfast:box-salt:v1')
  const preimage = new Uint8Array(tag.length + 32 + 4)
  preimage.set(tag)
  preimage.set(secretHash, tag.length)
  preimage[preimage.length - 1] = index
  return bytesToHex(keccak256(preimage))
}
