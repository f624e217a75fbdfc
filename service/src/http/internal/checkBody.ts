import type { SignerRecovery } from '../../keys/createSignerRecovery.js'
import type { Metrics } from '../../telemetry/Telemetry.js'
import type { ProblemAnswer, Route } from '../Route.js'
import type { Exchange } from './Exchange.js'
import { announcedLength, isPlainJson, readBody } from './readBody.js'
import { proveSigner, readSignedHeaders } from './signedHeaders.js'

/** The second check: media type, size and arrival of the body, then the signature over it. */
export async function checkBody(
  parts: BodyParts,
  exchange: Exchange,
  route: Route,
  { expectsContinue, recovery }: BodyOptions,
): Promise<ProblemAnswer | undefined> {
  const { bodyBytes, bodyTimeoutMs } = parts
  const { incoming, outgoing } = exchange
  const length = announcedLength(incoming)
  exchange.closing = length === undefined
  if (length === undefined || !isPlainJson(incoming)) return { problem: 'unsupported_media_type' }
  if (length > bodyBytes && length !== Number.POSITIVE_INFINITY) return { problem: 'payload_too_large' }
  if (expectsContinue) outgoing.writeContinue()
  const bytes = await readBody(incoming, { bytes: bodyBytes, timeoutMs: bodyTimeoutMs })
  if (bytes === 'gone') {
    exchange.over = true
    return undefined
  }
  if (typeof bytes === 'string') {
    exchange.closing = true
    return { problem: bytes }
  }
  exchange.body = bytes
  return route.signed ? checkSignature(exchange, bytes, recovery, parts) : undefined
}

export type BodyOptions = {
  /** The caller waits for `100 Continue` before it sends the body. */
  expectsContinue: boolean
  recovery: SignerRecovery
}

export type BodyParts = {
  bodyBytes: number
  bodyTimeoutMs: number
  /** A prefix that a proxy strips from paths; it is part of the signed text. */
  pathPrefix: string
  metrics: Metrics
  /** Unix milliseconds. */
  now: () => number
}

function checkSignature(
  exchange: Exchange,
  body: Uint8Array,
  recovery: SignerRecovery,
  { pathPrefix, metrics, now }: BodyParts,
): ProblemAnswer | undefined {
  // A query is not part of the signed text.
  if (exchange.search.length > 1) return { problem: 'invalid_request' }
  const headers = readSignedHeaders(exchange.incoming.headers, now())
  if (typeof headers === 'string') {
    metrics.count('auth_failures_total', { code: headers })
    return { problem: headers }
  }
  const signer = proveSigner(headers, pathPrefix + exchange.path, body, recovery)
  if (signer === undefined) {
    metrics.count('auth_failures_total', { code: 'signature_invalid' })
    return { problem: 'signature_invalid' }
  }
  exchange.signer = signer
  return undefined
}
