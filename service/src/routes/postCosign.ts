import { PRIMARY_CHAIN_ID } from '@holdfast/sdk/chain'
import { encodeCosignResult } from '@holdfast/sdk/wire'
import { cosignRequest, cosignResult } from '@holdfast/sdk/wire/schemas'
import { SignatureLimitError } from '../cosign/CosignErrors.js'
import type { Cosigner } from '../cosign/Cosigner.js'
import { answer } from '../http/answer.js'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import type { ServiceParts } from '../ServiceParts.js'

/**
 * `POST /api/cosign`: requests the signature over a spend, or one of the steps before it. Every refusal is a veto with
 * status 200.
 *
 * @param cosigner - `undefined` without a key.
 */
export function postCosign({ chains }: Pick<ServiceParts, 'chains'>, cosigner: Cosigner | undefined): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/cosign',
    window: 'cosign',
    signed: false,
    deadlineMs: 8_000,
    summary: 'Signs a spend of a box, checks one beforehand, or binds a payer to the pulls of a box.',
    body: cosignRequest,
    namesTypes: true,
    responses: { 200: answer(cosignResult) },
    unavailable: () => (cosigner ? undefined : 'not_configured'),
    async handle({ body, signal, network }) {
      if (cosigner === undefined) return { problem: 'not_configured' }
      if (!chains.has(body.chainId ?? PRIMARY_CHAIN_ID))
        return { problem: 'invalid_request', errors: [{ pointer: '/chainId', code: 'not_one_of' }] }
      try {
        return { status: 200, body: encodeCosignResult(await cosigner.judge(body, { signal, network })) }
      } catch (error) {
        if (!(error instanceof SignatureLimitError)) throw error
        const { retryAfterSeconds } = error
        return { problem: 'rate_limited', retryAfterSeconds, violated: ['cosign-signatures'] }
      }
    },
  })
}
