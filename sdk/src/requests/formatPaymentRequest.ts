import { encodeBase64Url } from '../chain/base64url.js'
import { parseOrigin } from '../chain/origin.js'
import { InvalidInputError } from '../errors/input.js'
import { assertRequest, isShort, packRequest } from './internal/codec.js'
import { writeFile } from './internal/file.js'
import type { SignedPaymentRequest } from './types.js'

/**
 * Writes a request as a URI, which is also the payload of its QR code: at most 400 characters.
 *
 * @throws {@link RequestMalformedError}; {@link InvalidInputError} where the signature has not 65 bytes: hand out
 *   {@link paymentRequestFile} instead.
 * @example
 * const text = paymentRequestUri(await signPaymentRequest(clients, { amount: 25_000_000n }))
 */
export function paymentRequestUri(request: SignedPaymentRequest): string {
  return `holdfast:request?v=1&d=${pack(request)}`
}

/**
 * Writes a request as a link to a web application. The request is in the fragment, which no browser sends to a server.
 *
 * @param origin - Of the web application, as `https://pay.example`.
 * @throws As {@link paymentRequestUri}.
 * @example
 * const signed = await signPaymentRequest(clients, { amount: 25_000_000n })
 * const link = paymentRequestLink(signed, 'https://pay.example')
 */
export function paymentRequestLink(request: SignedPaymentRequest, origin: string): string {
  return `${parseOrigin(origin)}/#/request/${pack(request)}`
}

/**
 * Writes a request as the text of a file, whatever its signature: at most 2 kB.
 *
 * @throws {@link RequestMalformedError}
 * @example
 * const text = paymentRequestFile(await signPaymentRequest(clients, { amount: 25_000_000n }))
 */
export function paymentRequestFile(request: SignedPaymentRequest): string {
  return writeFile(assertRequest(request))
}

function pack(request: SignedPaymentRequest): string {
  const valid = assertRequest(request)
  if (!isShort(valid))
    throw new InvalidInputError(
      'request',
      'The signature of the request has not 65 bytes, so it fits into no link or QR code.',
      ['Hand the request out as a file: `paymentRequestFile`.'],
    )
  return encodeBase64Url(packRequest(valid))
}
