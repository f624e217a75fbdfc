import { encodeStealthMetadata } from '@holdfast/sdk/stealth'
import { encodeRelayResult } from '@holdfast/sdk/wire'
import { relayAnnounce, relayAnnounceResult, relayPending } from '@holdfast/sdk/wire/schemas'
import type { Hash } from 'viem'
import { answer } from '../http/answer.js'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import { announceKey } from '../relay/operations/announce.js'
import { hasBody, pendingAnswer, problemAnswer } from './internal/answers.js'
import { type CarryOutParts, carryOut } from './internal/carryOut.js'
import { chainOf, unknownChain } from './internal/chainOf.js'
import type { RouteParts } from './RouteParts.js'

/** `POST /api/relay/announce`: announces a deployed box. */
export function postRelayAnnounce(parts: CarryOutParts & Pick<RouteParts, 'chains'>): Route {
  const { chains, relay } = parts
  return defineRoute({
    method: 'POST',
    path: '/api/relay/announce',
    window: 'signed',
    signed: true,
    deadlineMs: 15_000,
    summary: 'Announces a box to its stealth owner.',
    body: relayAnnounce,
    responses: { 200: answer(relayAnnounceResult), 202: answer(relayPending) },
    unavailable: () => (relay === undefined ? 'not_configured' : undefined),
    async handle(request) {
      const chain = chainOf(chains, request.body.chainId)
      if ('problem' in chain) return chain
      if (!relay?.serves(chain.id)) return unknownChain
      const { stealthAddress, ephemeralPubKey, viewTag, box, label } = request.body
      const metadata = encodeStealthMetadata(box, label, viewTag)
      const content = { stealthAddress, ephemeralPubKey, metadata, box }
      const key = announceKey(chain, content)
      const result = await carryOut(parts, request, [{ chain, kind: 'announce', key, content: () => content }])
      if ('problem' in result) return result
      const { progress, rateLimits } = result
      const [announced] = progress
      if (!announced.outcome) return pendingAnswer(relay, announced, {}, rateLimits)
      if (!hasBody(announced.outcome)) return problemAnswer(announced.outcome, rateLimits)
      // As the planner of this kind of operation wrote it.
      const { txHash } = announced.outcome.body as { txHash: Hash }
      return { status: 200, body: encodeRelayResult({ txHash }), rateLimits }
    },
  })
}
