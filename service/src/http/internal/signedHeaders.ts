import type { IncomingHttpHeaders } from 'node:http'
import { API_REQUEST_HEADERS, API_REQUEST_WINDOW_MS, apiRequestMessage } from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import { bytesToHex } from 'viem'
import { type ParsedSignature, parseSignature, type SignerRecovery } from '../../keys/createSignerRecovery.js'
import type { SignedBy } from '../../keys/SignedBy.js'

/** Reads the three headers of a signed request, and checks its time. A header that was sent twice contains a comma. */
export function readSignedHeaders(headers: IncomingHttpHeaders, now: number): SignedHeaders | SignatureProblem {
  const address = headers[names.address]
  const timestamp = headers[names.timestamp]
  const signature = headers[names.signature]
  if (address === undefined || timestamp === undefined || signature === undefined) return 'signature_required'
  if (typeof address !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string')
    return 'signature_malformed'
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || !/^[1-9][0-9]{12,15}$/.test(timestamp)) return 'signature_malformed'
  const ms = Number(timestamp)
  const parsed = parseSignature(signature)
  if (!Number.isSafeInteger(ms) || parsed === undefined) return 'signature_malformed'
  if (Math.abs(now - ms) > API_REQUEST_WINDOW_MS) return 'timestamp_out_of_window'
  // Its form was checked above.
  return { address: address.toLowerCase() as Address, timestamp: ms, signature: parsed }
}

/**
 * Recovers and checks the signer of a request.
 *
 * @param path - As the caller addressed it.
 */
export function proveSigner(
  headers: SignedHeaders,
  path: string,
  body: Uint8Array,
  recovery: SignerRecovery,
): SignedBy | undefined {
  const { address, timestamp, signature } = headers
  const message = apiRequestMessage({ path, timestamp, bodyHash: recovery.bodyHash(body) })
  const digest = recovery.messageDigest(message)
  return recovery.recover(digest, signature) === address
    ? { address, timestamp, digest: bytesToHex(digest) }
    : undefined
}

/** The content of the headers of a signed request, not yet proven. */
export type SignedHeaders = { address: Address; timestamp: number; signature: ParsedSignature }

/** Why signature headers are refused. */
export type SignatureProblem = 'signature_required' | 'signature_malformed' | 'timestamp_out_of_window'

const names = {
  address: API_REQUEST_HEADERS.address.toLowerCase(),
  timestamp: API_REQUEST_HEADERS.timestamp.toLowerCase(),
  signature: API_REQUEST_HEADERS.signature.toLowerCase(),
}
