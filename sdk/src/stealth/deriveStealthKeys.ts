import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { bytesToHex, type Hex } from 'viem'
import { curveOrder, isScalar } from '../curve/order.js'
import { compress, publicKeyOf } from '../curve/points.js'
import { InvalidInputError } from '../errors/input.js'
import { keccak256 } from '../hash/keccak256.js'
import { parseHex } from './internal/hex.js'
import type { StealthKeys } from './types.js'

/**
 * What a wallet signs once (personal_sign) to derive its stealth keys. Never changes: another text gives other keys.
 *
 * @example
 * const signature = await walletClient.signMessage({ account, message: STEALTH_KEY_MESSAGE })
 */
export const STEALTH_KEY_MESSAGE = `Holdfast stealth keys, version 1

This signature derives the keys that find and spend the private payments you receive with Holdfast. Whoever has it can see and take all of them, now and later.

Sign only in an app that you trust. Signing sends no transaction and costs nothing.`

/**
 * Derives spending and viewing key from the signature of {@link STEALTH_KEY_MESSAGE}.
 *
 * The keys depend on r and s alone, so wallets that write a signature in different ways get the same ones. The wallet
 * must sign deterministically (RFC 6979): sign twice and compare before the keys are first used. The holder of
 * the signature has both keys permanently.
 *
 * @param signature - 65 bytes, or 64 as in EIP-2098, of an account that holds its key. What a contract wallet returns
 *   (ERC-1271, ERC-6492) can change with its owners, and is refused where its length shows it.
 * @throws {@link InvalidInputError} when it is no such signature; the message does not repeat it.
 * @example
 * const sign = () => walletClient.signMessage({ account, message: STEALTH_KEY_MESSAGE })
 * const [signature, again] = [await sign(), await sign()]
 * if (signature !== again) throw new Error('This wallet cannot keep stealth keys.')
 * const { spendingPub, viewingPub } = deriveStealthKeys(signature)
 */
export function deriveStealthKeys(signature: Hex): StealthKeys {
  const bytes = parseHex(signature)
  if (bytes === undefined || (bytes.length !== 64 && bytes.length !== 65))
    throw new InvalidInputError('signature', 'The signature is not 64 or 65 bytes of hex.', [
      'Stealth keys need the signature of an account that holds its own key, not that of a contract wallet.',
    ])
  const r = bytesToNumberBE(bytes.subarray(0, 32))
  const written = bytesToNumberBE(bytes.subarray(32, 64))
  // EIP-2098 keeps the parity in the highest bit, which is free in a low s.
  const s = bytes.length === 64 ? written & (2n ** 255n - 1n) : written
  if (!isScalar(r) || !isScalar(s))
    throw new InvalidInputError('signature', "The signature is not valid: r or s is zero or above the curve's order.")
  const spendingKey = hashToKey(r)
  const viewingKey = hashToKey(s > curveOrder / 2n ? curveOrder - s : s)
  return {
    spendingPub: publicKeyHex(spendingKey),
    viewingPub: publicKeyHex(viewingKey),
    spendingKey: bytesToHex(spendingKey),
    viewingKey: bytesToHex(viewingKey),
  }
}

/** keccak256, once more while the hash is not a private key: about once in 2^128. */
function hashToKey(half: bigint): Uint8Array {
  let key = keccak256(numberToBytesBE(half, 32))
  while (!isScalar(bytesToNumberBE(key))) key = keccak256(key)
  return key
}

function publicKeyHex(key: Uint8Array): Hex {
  return bytesToHex(compress(publicKeyOf(bytesToNumberBE(key))))
}
