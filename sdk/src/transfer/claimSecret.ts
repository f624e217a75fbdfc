import { concatHex, type Hex, keccak256, stringToHex } from 'viem'
import { isBytes32 } from '../chain/bytes32.js'
import { InvalidInputError } from '../errors/input.js'

/** Entropy of a claim secret: 16 characters of 5 bits. */
export const CLAIM_SECRET_BITS = 80

/** Crockford base32: no I, L, O or U, which people misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const secretLength = 16
const saltTag = stringToHex('holdfast:salt:v1')

/**
 * A claim secret and what is derived from it.
 *
 * Give `secret` to the recipient over a channel you already know, never one found through the address: a poisoned address
 * leads to the attacker. Never reuse one: a settled claim publishes it in its calldata.
 */
export type ClaimSecret = {
  /** As shown to a person: four groups of four characters, `XXXX-XXXX-XXXX-XXXX`. */
  secret: string
  /** The secret normalised: 16 upper-case characters without hyphens. What `claim` sends. */
  code: string
  /** Derived from the secret, 32 bytes. */
  salt: Hex
  /** keccak256 of salt and code packed together; the only part stored on chain. */
  claimHash: Hex
}

/**
 * Makes a fresh claim secret from the platform's secure random source.
 *
 * @example
 * const { secret, claimHash } = generateClaimCode()
 */
export function generateClaimCode(): ClaimSecret {
  const bytes = crypto.getRandomValues(new Uint8Array(secretLength))
  // 32 divides 256, so the low five bits of a random byte are uniform.
  return fromCode(Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join(''))
}

/**
 * Derives code, salt and hash from a secret as a person typed it.
 *
 * @param secret - Any grouping, by spaces or dashes, and any case; `I` and `L` are read as `1`, `O` as `0`.
 * @throws {@link InvalidInputError} when it is malformed; the message does not repeat it.
 * @example
 * const { code, salt } = fromSecret('0123-4567-89ab-cdef')
 */
export function fromSecret(secret: string): ClaimSecret {
  return fromCode(requireCode(secret))
}

/**
 * Normalises a secret as a person typed it.
 *
 * @returns 16 upper-case characters, or `null` for a malformed secret.
 * @example
 * normaliseSecret('o123 4567 89ab cdef') // '0123456789ABCDEF'
 */
export function normaliseSecret(input: string): string | null {
  if (typeof input !== 'string') return null
  const typed = input.replace(/[\s\p{Pd}]/gu, '')
  // Checked before upper-casing, which makes two letters of `ß` and an `I` of a dotless `ı`.
  if (!/^[0-9A-TV-Za-tv-z]{16}$/.test(typed)) return null
  return typed.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0')
}

/**
 * Writes a secret in groups of four, as it is shown to a person.
 *
 * @throws {@link InvalidInputError} when it is malformed.
 * @example
 * formatSecret('0123456789ABCDEF') // '0123-4567-89AB-CDEF'
 */
export function formatSecret(secret: string): string {
  return requireCode(secret).replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * Derives the salt: keccak256 of the tag `holdfast:salt:v1` and the normalised secret. It is not separate entropy.
 *
 * @throws {@link InvalidInputError} when the secret is malformed.
 * @example
 * const salt = saltFromSecret('0123-4567-89AB-CDEF')
 */
export function saltFromSecret(secret: string): Hex {
  return keccak256(concatHex([saltTag, stringToHex(requireCode(secret))]))
}

/**
 * The hash that locks a transfer: keccak256 of salt and code, packed.
 *
 * @param salt - 32 bytes.
 * @param code - Exactly as it will be sent to `claim`; it is not normalised.
 * @throws {@link InvalidInputError} when the salt is not 32 bytes or the code is not text.
 * @example
 * const claimHash = hashClaim(saltFromSecret('0123-4567-89AB-CDEF'), '0123456789ABCDEF')
 */
export function hashClaim(salt: Hex, code: string): Hex {
  if (!isBytes32(salt)) throw new InvalidInputError('salt', 'The salt is not 32 bytes of hex.')
  if (typeof code !== 'string') throw new InvalidInputError('code', 'The code is not text.')
  return keccak256(concatHex([salt, stringToHex(code)]))
}

function fromCode(code: string): ClaimSecret {
  const salt = saltFromSecret(code)
  return { secret: formatSecret(code), code, salt, claimHash: hashClaim(salt, code) }
}

function requireCode(secret: string): string {
  const code = normaliseSecret(secret)
  if (code === null)
    throw new InvalidInputError(
      'secret',
      `A claim secret is ${secretLength} letters and digits; this one is not. It never contains a U.`,
    )
  return code
}
