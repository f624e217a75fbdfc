import { parseParty } from '@holdfast/sdk/chain'
import { WireFormatError } from '@holdfast/sdk/errors'
import { encodeVerifiedRecipients } from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import { z } from 'zod'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import { Document } from '../indexes/Document.js'
import { chainOf } from './internal/chainOf.js'
import { readInteger } from './internal/queries.js'
import { addressText, chainIdText, decimalText, hexText } from './internal/schemas.js'
import { sendDocument } from './internal/sendDocument.js'
import type { RouteParts } from './RouteParts.js'

/** `GET /api/verified-recipients`: whom a sender's protected transfers have reached, from public events. */
export function getVerifiedRecipients({ chains, indexes, now }: Pick<RouteParts, 'chains' | 'indexes' | 'now'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/verified-recipients',
    window: 'read',
    signed: false,
    deadlineMs: 1_000,
    summary: 'Whom the protected transfers of a sender have reached.',
    query: z.strictObject({ sender: addressText, chainId: chainIdText }).transform(({ sender, chainId }) => ({
      sender: readAddress('sender', sender),
      chainId: readInteger('chainId', chainId, { least: 1, most: Number.MAX_SAFE_INTEGER }),
    })),
    responses: {
      200: z.strictObject({
        chainId: z.number(),
        sender: z.string(),
        recipients: z.array(
          z.strictObject({
            address: z.string(),
            transferId: decimalText,
            blockNumber: decimalText,
            transactionHash: hexText(32),
          }),
        ),
        completeToBlock: decimalText,
        complete: z.boolean(),
      }),
      304: z.unknown(),
    },
    async handle({ query, headers }) {
      const chain = chainOf(chains, query.chainId)
      if ('problem' in chain) return chain
      const { sender } = query
      const { recipients, complete, completeToBlock } = indexes.recipients(chain.id).listOf(sender)
      const body = { chainId: chain.id, sender, recipients, completeToBlock: BigInt(completeToBlock), complete }
      const text = JSON.stringify(encodeVerifiedRecipients(body))
      return sendDocument(new Document(text, { writtenAt: now() }), headers, 'no-store')
    },
  })
}

function readAddress(name: string, value: string): Address {
  try {
    return parseParty(name, value as Address)
  } catch {
    throw new WireFormatError(`/${name}`, 'not_an_address')
  }
}
