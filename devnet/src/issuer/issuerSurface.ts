import { randomUUID } from 'node:crypto'
import type { FaultState } from '../faults/FaultState.js'
import { sleep, withFault } from '../faults/withFaults.js'
import { type HttpReply, type HttpRequest, json, type Surface } from '../http/reply.js'
import { RateLimit } from './RateLimit.js'

/**
 * Serves one of the issuer's APIs with their common behaviour: rate limit, faults, and for pages of other origins no
 * header but `Content-Type`.
 *
 * @param answer - Returns the answer, or undefined for an unknown path.
 */
export function issuerSurface(
  faults: FaultState,
  name: 'attestation' | 'hub',
  answer: (request: HttpRequest) => Promise<HttpReply | undefined>,
): Surface {
  const rateLimit = new RateLimit()
  const tooMany = () => refusal(429, 'Too many requests.')
  const surface: Surface = async (request) => {
    if (rateLimit.refuses(faults.current[name].rateLimit)) return tooMany()
    await sleep(faults.current[name].latencyMs)
    return withFault(
      faults.take(name, request.path),
      async () => (await answer(request)) ?? refusal(404, 'Not found.'),
      tooMany,
    )
  }
  surface.allowedHeaders = 'content-type'
  return surface
}

/** A refusal in the issuer's shape. */
export function refusal(code: number, message: string): HttpReply {
  return json(code, { code, message }, { 'x-request-id': randomUUID() })
}
