import { announcementPage, announcementsQuery } from '@holdfast/sdk/wire/schemas'
import { answer } from '../http/answer.js'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import { chainOf } from './internal/chainOf.js'
import { sendDocument } from './internal/sendDocument.js'
import type { RouteParts } from './RouteParts.js'

/**
 * `GET /api/announcements`: all announcements, the same bytes for every caller, so that a request does not reveal which
 * ones concern it.
 */
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

/** Highest number of announcements in a page. */
const maxLimit = 1_000
