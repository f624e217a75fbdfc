import { z } from 'zod'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import { chainOf } from './internal/chainOf.js'
import { readInteger } from './internal/queries.js'
import { chainIdText, decimalText, hexText } from './internal/schemas.js'
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
    query: z
      .strictObject({
        fromBlock: decimalText.optional().meta({ description: 'Left out: the first block there can be one in' }),
        chainId: chainIdText,
        limit: z
          .string()
          .optional()
          .meta({ description: `1 to ${MAX_LIMIT}, which is also the default`, pattern: '^(?:[1-9][0-9]{0,2}|1000)$' }),
      })
      .transform(({ fromBlock, chainId, limit }) => ({
        fromBlock: readInteger('fromBlock', fromBlock, { least: 0, most: Number.MAX_SAFE_INTEGER }) ?? 0,
        chainId: readInteger('chainId', chainId, { least: 1, most: Number.MAX_SAFE_INTEGER }),
        limit: readInteger('limit', limit, { least: 1, most: MAX_LIMIT }) ?? MAX_LIMIT,
      })),
    responses: {
      200: z.strictObject({
        chainId: z.number(),
        announcements: z.array(
          z.strictObject({
            stealthAddress: z.string(),
            ephemeralPubKey: hexText(33),
            metadata: hexText(),
            caller: z.string(),
            blockNumber: decimalText,
            logIndex: z.number(),
            transactionHash: hexText(32),
          }),
        ),
        nextBlock: decimalText.nullable(),
        completeToBlock: decimalText,
        complete: z.boolean(),
      }),
      304: z.unknown(),
    },
    async handle({ query, headers }) {
      const chain = chainOf(chains, query.chainId)
      if ('problem' in chain) return chain
      const page = await indexes.announcements(chain.id).page(query.fromBlock, query.limit)
      return sendDocument(page, headers, 'public, max-age=5')
    },
  })
}

/** Announcements after which a page ends, at most. */
const MAX_LIMIT = 1_000
