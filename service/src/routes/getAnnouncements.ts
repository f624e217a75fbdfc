import { announcementPage, announcementsQuery } from '@holdfast/sdk/wire/schemas'
import { answer } from '../http/answer.js'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import { chainOf } from './internal/chainOf.js'
import { sendDocument } from './internal/sendDocument.js'
import type { RouteParts } from './RouteParts.js'

/** `GET /api/announcements`: everybody's, the same bytes for everybody, so that nobody says which are his. */
export function getAnnouncements({ chains, indexes }: Pick<RouteParts, 'chains' | 'indexes'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/announcements',
    window: 'read',
    signed: false,
    deadlineMs: 1_000,
    summary: 'Stealth announcements, page by page. A page never splits a block.',
    query: announcementsQuery,
    responses: { 200: answer(announcementPage), 304: undefined },
    async handle({ query, headers }) {
      const chain = chainOf(chains, query.chainId)
      if ('problem' in chain) return chain
      const page = await indexes.announcements(chain.id).page(query.fromBlock ?? 0, query.limit ?? maxLimit)
      return sendDocument(page, headers, 'public, max-age=5')
    },
  })
}

/** Announcements after which a page ends, at most. */
const maxLimit = 1_000
