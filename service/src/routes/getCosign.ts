import { encodeCosignerAddress } from '@holdfast/sdk/wire'
import { cosignerAddress } from '@holdfast/sdk/wire/schemas'
import { answer } from '../http/answer.js'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import type { ServiceParts } from '../ServiceParts.js'

/** `GET /api/cosign`: the address that boxes must name as their co-signer. */
export function getCosign({ keys }: Pick<ServiceParts, 'keys'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/cosign',
    window: 'read',
    signed: false,
    deadlineMs: 1_000,
    summary: 'The address that boxes must name as their co-signer.',
    responses: { 200: answer(cosignerAddress) },
    unavailable: () => (keys.cosigner ? undefined : 'not_configured'),
    handle: async () => {
      if (!keys.cosigner) return { problem: 'not_configured' }
      return {
        status: 200,
        body: encodeCosignerAddress(keys.cosigner.address),
        headers: { 'Cache-Control': 'public, max-age=60' },
      }
    },
  })
}
