import { type Address, isAddressEqual, isHex, maxUint256, size } from 'viem'
import { checksum, parseParty } from '../../chain/address.js'
import type { PaymentRequest, SignedPaymentRequest } from '../types.js'

/** Longest life of a request: 90 days. */
export const maxLifeSeconds = 90 * 86_400

/** Longest signature of a contract, so that a file stays below 2 kB. */
const maxSignatureBytes = 700

/** The first field that holds no valid value; `undefined` for a valid request. It may be of any origin. */
export function findBadField(request: PaymentRequest): keyof PaymentRequest | undefined {
  const { payee, chainId, token, amount, reference, nonce } = request
  const [from, until] = [secondsOf(request.notBefore), secondsOf(request.expires)]
  if (!isParty(token)) return 'token'
  if (!isParty(payee) || isAddressEqual(payee, token)) return 'payee'
  if (!Number.isSafeInteger(chainId) || chainId < 1) return 'chainId'
  if (typeof amount !== 'bigint' || amount < 0n || amount >= 2n ** 96n) return 'amount'
  if (typeof reference !== 'string' || !/^[ -~]{0,64}$/.test(reference) || reference.length > 64) return 'reference'
  if (from === undefined) return 'notBefore'
  if (until === undefined || until < from || until - from > maxLifeSeconds) return 'expires'
  if (typeof nonce !== 'bigint' || nonce < 0n || nonce > maxUint256) return 'nonce'
  return undefined
}

/** Whether it can be the signature of a key or a contract. */
export function isSignature(signature: unknown): boolean {
  return isHex(signature) && signature.length % 2 === 0 && size(signature) > 0 && size(signature) <= maxSignatureBytes
}

/** Whole seconds since 1970; `undefined` for no moment, or one with a part of a second. */
export function secondsOf(date: Date): number | undefined {
  const seconds = date instanceof Date ? date.getTime() / 1000 : Number.NaN
  return Number.isInteger(seconds) && seconds >= 0 ? seconds : undefined
}

/** The request with nothing but its fields, and addresses in their checksummed form. */
export function withoutExtras(request: SignedPaymentRequest): SignedPaymentRequest {
  const { payee, chainId, token, amount, reference, notBefore, expires, nonce, signature } = request
  return {
    payee: checksum(payee),
    chainId,
    token: checksum(token),
    amount,
    reference,
    notBefore,
    expires,
    nonce,
    signature,
  }
}

function isParty(address: Address): boolean {
  try {
    parseParty('request', address)
    return true
  } catch {
    return false
  }
}
