import { type Address, bytesToHex, concatHex, type Hex, keccak256, pad, stringToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { assertBytes32 } from '../chain/bytes32.js'
import { fromSecret } from './claimSecret.js'

/**
 * A key that claims a transfer under claim mode `KEY` or `KEY_RELEASE`: its signature names the recipient, so the secret it
 * comes from appears in no transaction.
 */
export type ClaimKey = {
  /** 32 bytes. As secret as the code or the link it was derived from. */
  privateKey: Hex
  address: Address
  /** The address behind 12 zero bytes: what `sendProtected` takes as claim hash. */
  claimHash: Hex
}

/**
 * Derives the claim key of a spoken code.
 *
 * @param secret - Of `generateClaimCode`, in any grouping and case.
 * @throws {@link InvalidInputError} when it is malformed; the message does not repeat it.
 * @example
 * const { secret } = generateClaimCode()
 * const { claimHash } = claimKeyFromCode(secret)
 */
export function claimKeyFromCode(secret: string): ClaimKey {
  return claimKeyOf(concatHex([codeTag, stringToHex(fromSecret(secret).code)]))
}

/**
 * Derives the claim key of an open transfer from the secret of its link. Never from a spoken code: one search would serve
 * all open transfers.
 *
 * @param linkSecret - 32 bytes, of {@link generateLinkSecret}.
 * @throws {@link InvalidInputError} when it is malformed; the message does not repeat it.
 * @example
 * const { claimHash } = claimKeyFromLink(generateLinkSecret())
 */
export function claimKeyFromLink(linkSecret: Hex): ClaimKey {
  assertBytes32('linkSecret', linkSecret, { secret: true })
  return claimKeyOf(concatHex([linkTag, linkSecret]))
}

/**
 * Draws the secret of a link, 32 bytes of the platform's secure random source. Its holder holds the money.
 *
 * @example
 * const linkSecret = generateLinkSecret()
 */
export function generateLinkSecret(): Hex {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
}

/**
 * Whether a claim hash is the address of a claim key. Such a transfer is claimed by a signature, and counts no wrong codes.
 *
 * @example
 * const { claimHash } = await getTransfer(clients, 42n)
 * isClaimKeyHash(claimHash) // false for a transfer that a code opens
 */
export function isClaimKeyHash(claimHash: Hex): boolean {
  // Of the hashes of codes one in 2^96 has as many zeros.
  return BigInt(claimHash) >> 160n === 0n
}

function claimKeyOf(seed: Hex): ClaimKey {
  let privateKey = keccak256(seed)
  while (BigInt(privateKey) === 0n || BigInt(privateKey) >= curveOrder) privateKey = keccak256(privateKey)
  const address = privateKeyToAddress(privateKey)
  // Letter case does not change the kind.
  return { privateKey, address, claimHash: pad(address).toLowerCase() as Hex }
}

const codeTag = /* @__PURE__ */ stringToHex('holdfast:claim-key:v1')
const linkTag = /* @__PURE__ */ stringToHex('holdfast:link-key:v1')
/** n of secp256k1: private keys are below it. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
