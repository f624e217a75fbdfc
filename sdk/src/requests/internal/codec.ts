import { bytesToHex, concatHex, type Hex, hexToBytes, numberToHex, size, stringToHex } from 'viem'
import { RequestMalformedError } from '../../errors/request.js'
import type { SignedPaymentRequest } from '../types.js'
import { findBadField, isSignature, secondsOf, withoutExtras } from './fields.js'

/** Bytes of a request around its reference: the version, four fields before it, three fields and a signature after it. */
const [headBytes, tailBytes] = [1 + 20 + 32 + 20 + 32, 8 + 8 + 32 + 65]

/** Longest request that has a 65-byte signature. */
export const maxPackedBytes = headBytes + 64 + tailBytes

/**
 * Packs a request: the version, all fields in their order, the signature. Only one of 65 bytes: nothing else says how long the
 * reference is.
 */
export function packRequest(request: SignedPaymentRequest): Uint8Array {
  const { payee, chainId, token, amount, reference, notBefore, expires, nonce, signature } = request
  const packed = concatHex([
    '0x01',
    payee,
    numberToHex(chainId, { size: 32 }),
    token,
    numberToHex(amount, { size: 32 }),
    stringToHex(reference),
    // Valid requests have whole seconds.
    numberToHex(secondsOf(notBefore) as number, { size: 8 }),
    // As above.
    numberToHex(secondsOf(expires) as number, { size: 8 }),
    numberToHex(nonce, { size: 32 }),
    signature,
  ])
  return hexToBytes(packed)
}

/**
 * Reads a packed request of any origin.
 *
 * @throws {@link RequestMalformedError}
 */
export function unpackRequest(bytes: Uint8Array): SignedPaymentRequest {
  if (bytes.length === 0) throw new RequestMalformedError('bad_encoding')
  if (bytes[0] !== 1) throw new RequestMalformedError('unknown_version')
  if (bytes.length > maxPackedBytes) throw new RequestMalformedError('too_large')
  const tail = bytes.length - tailBytes
  if (tail < headBytes) throw new RequestMalformedError('bad_encoding')
  const hex = (from: number, length: number): Hex => bytesToHex(bytes.subarray(from, from + length))
  const number = (from: number, length: number): bigint => BigInt(hex(from, length))
  return assertRequest({
    payee: hex(1, 20),
    chainId: Number(number(21, 32)),
    token: hex(53, 20),
    amount: number(73, 32),
    reference: String.fromCharCode(...bytes.subarray(headBytes, tail)),
    notBefore: dateOf(number(tail, 8)),
    expires: dateOf(number(tail + 8, 8)),
    nonce: number(tail + 16, 32),
    signature: hex(tail + 48, 65),
  })
}

/**
 * The request with nothing but its fields.
 *
 * @throws {@link RequestMalformedError} unless all of them are valid.
 */
export function assertRequest(request: SignedPaymentRequest): SignedPaymentRequest {
  const bad = findBadField(request) ?? (isSignature(request.signature) ? undefined : 'signature')
  if (bad) throw new RequestMalformedError('bad_field', bad)
  return withoutExtras(request)
}

/** Whether the signature fits into a URI. */
export function isShort({ signature }: SignedPaymentRequest): boolean {
  return size(signature) === 65
}

/** An invalid date where no date is so far away. */
export function dateOf(seconds: bigint | number): Date {
  return new Date(Number(seconds) * 1000)
}
