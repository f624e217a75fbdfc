import { recipientsQuery, verifiedRecipients } from '@holdfast/sdk/wire/schemas'
import { answer } from '../http/answer.js'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import { chainOf } from './internal/chainOf.js'
import { sendDocument } from './internal/sendDocument.js'
import type { RouteParts } from './RouteParts.js'

/** `GET /api/verified-recipients`: the recipients that a sender's protected transfers have reached, from public events. */
export function getVerifiedRecipients({ chains, indexes }: Pick<RouteParts, 'chains' | 'indexes'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/verified-recipients',
    window: 'read',
    signed: false,
    deadlineMs: 1_000,
    summary: 'The recipients that the protected transfers of a sender have reached.',
    query: recipientsQuery,
    responses: { 200: answer(verifiedRecipients), 304: undefined },
    async handle({ query, headers }) {
      const chain = chainOf(chains, query.chainId)
      if ('problem' in chain) return chain
      return sendDocument(indexes.recipients(chain.id).document(query.sender), headers, 'no-store')
    },
  })
}
