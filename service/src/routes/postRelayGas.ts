import { encodeRelayResult } from '@holdfast/sdk/wire'
import { relayGas, relayGasResult, relayPending } from '@holdfast/sdk/wire/schemas'
import type { Hash } from 'viem'
import { answer } from '../http/answer.js'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import { gasKey } from '../relay/operations/gas.js'
import { hasBody, pendingAnswer, problemAnswer } from './internal/answers.js'
import { type CarryOutParts, carryOut } from './internal/carryOut.js'
import { chainOf, unknownChain } from './internal/chainOf.js'
import type { RouteParts } from './RouteParts.js'

/** `POST /api/relay/gas`: gives a fresh address the cost of one transaction, once. */
export function postRelayGas(parts: CarryOutParts & Pick<RouteParts, 'chains'>): Route {
  const { chains, relay } = parts
  return defineRoute({
    method: 'POST',
    path: '/api/relay/gas',
    window: 'signed',
    signed: true,
    deadlineMs: 15_000,
    summary: 'Seeds a fresh address with the gas of one transaction.',
    body: relayGas,
    responses: { 200: answer(relayGasResult), 202: answer(relayPending) },
    unavailable: () => (relay === undefined ? 'not_configured' : undefined),
    async handle(request) {
      const chain = chainOf(chains, request.body.chainId)
      if ('problem' in chain) return chain
      if (!relay?.serves(chain.id)) return unknownChain
      const { to } = request.body
      const content = ({ value }: { value: bigint }) => ({ to, amount: `${value}` })
      const result = await carryOut(parts, request, [{ chain, kind: 'gas', key: gasKey(chain, to), content }])
      if ('problem' in result) return result
      const { progress, rateLimits } = result
      const [seeded] = progress
      if (!seeded.outcome) return pendingAnswer(relay, seeded, {}, rateLimits)
      if (!hasBody(seeded.outcome)) return problemAnswer(seeded.outcome, rateLimits)
      // As the planner of this kind of operation wrote it.
      const { txHash, amount } = seeded.outcome.body as { txHash: Hash | null; amount: string }
      return { status: 200, body: encodeRelayResult({ txHash, amount: BigInt(amount) }), rateLimits }
    },
  })
}
