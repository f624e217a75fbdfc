import { decodeBase64Url } from '../chain/base64url.js'
import { RequestMalformedError } from '../errors/request.js'
import { maxPackedBytes, unpackRequest } from './internal/codec.js'
import { readFile } from './internal/file.js'
import type { SignedPaymentRequest } from './types.js'

/**
 * Reads a payment request: a URI, a link of any origin or the fragment of one, or the text of a file. Asks no chain and follows
 * no link. Nothing in it is proven before {@link verifyPaymentRequest}.
 *
 * @throws {@link RequestMalformedError}, whatever the text is.
 * @example
 * const request = readPaymentRequest(text)
 * console.log(request.payee, request.amount)
 */
export function readPaymentRequest(text: string): SignedPaymentRequest {
  if (typeof text !== 'string') throw new RequestMalformedError('not_a_request')
  if (text.length > maxTextLength) throw new RequestMalformedError('too_large')
  const given = text.trim()
  if (given.startsWith('{')) return readFile(given)
  const data = (uri.exec(given) ?? link.exec(given))?.[1]
  if (data === undefined) throw new RequestMalformedError(newer.test(given) ? 'unknown_version' : 'not_a_request')
  if (data.length > Math.ceil((maxPackedBytes * 4) / 3)) throw new RequestMalformedError('too_large')
  const bytes = decodeBase64Url(data)
  if (bytes === undefined) throw new RequestMalformedError('bad_encoding')
  return unpackRequest(bytes)
}

const uri = /^holdfast:request\?v=1&d=([^&#]*)$/
const link = /^(?:https?:\/\/[^\s#]*)?#\/request\/([^/?#]*)$/

const newer = /^holdfast:request\?v=(?!1(?:&|$))\d+(?:&|$)/

/** A file of 2 kB. */
const maxTextLength = 2_048
