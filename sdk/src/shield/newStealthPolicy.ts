import type { Hex } from 'viem'
import { newStealthOwner } from '../stealth/newStealthOwner.js'
import type { StealthAnnouncement, StealthMetaAddress } from '../stealth/types.js'
import { termsOf } from './internal/policy.js'
import type { EphemeralPolicy } from './types.js'

/**
 * Turns terms into a policy whose owner and vault are a fresh stealth address of the payer's own, so that nothing on the
 * chain links the box to its payer, and neither does a sweep.
 *
 * Announce the box (`announceArgsFor(stealth, account)`), or keep `stealth`: without one of the two its owner cannot find
 * the key that sweeps it.
 *
 * @param meta - The payer's own meta-address, from `deriveStealthKeys`.
 * @param ephemeralKey - See `newStealthOwner`. Default: random.
 * @throws `InvalidInputError` and its subclasses.
 * @example
 * const { policy, salt, stealth } = newStealthPolicy(meta, {
 *   token,
 *   cosigner: cosigner.address,
 *   target,
 *   maxAmount: 5_000_000n,
 *   expiry,
 *   interval: 0,
 *   mode: MODE_PUSH,
 * })
 */
export function newStealthPolicy(
  meta: StealthMetaAddress,
  terms: newStealthPolicy.Terms,
  ephemeralKey?: Hex,
  options: newStealthOwner.Options = {},
): newStealthPolicy.ReturnType {
  const { salt, ...stealth } = newStealthOwner(meta, ephemeralKey, options)
  const policy = { ...terms, owner: stealth.stealthAddress, vault: stealth.stealthAddress }
  termsOf(policy)
  return { policy, salt, stealth }
}

export declare namespace newStealthPolicy {
  /** A policy without its owner and its vault. */
  type Terms = Omit<EphemeralPolicy, 'owner' | 'vault'>

  type ReturnType = {
    policy: EphemeralPolicy
    /** 32 bytes. It proves to the owner's scan that the box comes from its announcer. */
    salt: Hex
    /** What an announcement needs. */
    stealth: StealthAnnouncement
  }
}
