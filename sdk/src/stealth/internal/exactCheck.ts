import type { MultiplicationPlan } from '../../curve/multiplicationPlan.js'
import { compress, multiplyAsPlanned } from '../../curve/points.js'
import { keccak256 } from '../../hash/keccak256.js'
import { type SharedSecret, toSecret } from './sharedSecret.js'

/**
 * The secret that the owner of a viewing key shares with a stranger's 33 bytes, as {@link shareSecret} has it but in a
 * time that depends on the key. `undefined` where the bytes are not a point of the curve.
 */
export function shareSecretFast(viewing: MultiplicationPlan, key: Uint8Array): SharedSecret | undefined {
  const point = multiplyAsPlanned(viewing, key)
  return point && toSecret(keccak256(compress(point)))
}
