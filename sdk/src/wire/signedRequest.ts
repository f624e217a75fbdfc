import type { Hex } from 'viem'
import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'

/** The headers of a signed request. */
export const API_REQUEST_HEADERS = {
  /** Who signed. */
  address: 'X-Holdfast-Address',
  /** Unix milliseconds. */
  timestamp: 'X-Holdfast-Timestamp',
  /** 65 bytes as 0x hex. */
  signature: 'X-Holdfast-Signature',
} as const

/** First line of what is signed. */
export const API_REQUEST_TITLE = 'Holdfast API request'

/** How far the time of a signed request may be from the service's clock, either way: 2 minutes. */
export const API_REQUEST_WINDOW_MS = 120_000

/**
 * The text a caller signs (EIP-191) for one request. It binds path, time and body; the service takes it once.
 *
 * @param request.path - As the service is addressed: it begins with `/`, has no query and is not encoded.
 * @param request.timestamp - Unix milliseconds, the same as in the header.
 * @param request.bodyHash - keccak256 of the exact bytes that are sent; an empty body has zero bytes.
 * @throws {@link InvalidInputError} when a value is malformed, so that the text can hold nothing else.
 * @example
 * const bodyHash = keccak256(stringToBytes(text))
 * const message = apiRequestMessage({ path: '/api/relay/gas', timestamp: Date.now(), bodyHash })
 */
export function apiRequestMessage(request: ApiRequest): string {
  const { path, timestamp, bodyHash } = request
  if (typeof path !== 'string' || !pathForm.test(path))
    throw new InvalidInputError('path', 'The `path` of a signed request is a plain path without a query.')
  if (!Number.isSafeInteger(timestamp) || timestamp < 1e12)
    throw new InvalidInputError('timestamp', `The \`timestamp\` ${textOf(timestamp)} is not in Unix milliseconds.`)
  if (typeof bodyHash !== 'string' || !hashForm.test(bodyHash))
    throw new InvalidInputError('bodyHash', 'The `bodyHash` is not 32 bytes of lower-case hex.')
  return `${API_REQUEST_TITLE}\npath: ${path}\nts: ${timestamp}\nbody: ${bodyHash}`
}

/** What a signed request binds. See {@link apiRequestMessage}. */
export type ApiRequest = {
  path: string
  /** Unix milliseconds. */
  timestamp: number
  /** 32 bytes. */
  bodyHash: Hex
}

// No empty, `.` or `..` segment, nothing encoded: one resource has one name.
const pathForm = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/
const hashForm = /^0x[0-9a-f]{64}$/
