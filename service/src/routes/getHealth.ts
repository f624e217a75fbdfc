import { encodeHealth, type RelayerHealth } from '@holdfast/sdk/wire'
import { health } from '@holdfast/sdk/wire/schemas'
import { answer } from '../http/answer.js'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import type { RouteParts } from './RouteParts.js'

/** `GET /api/health`: answers from memory, without a request to any chain. */
export function getHealth(parts: Pick<RouteParts, 'chains' | 'relay' | 'keys'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/health',
    window: 'health',
    signed: false,
    deadlineMs: 1_000,
    // Strangers must not be able to make an orchestrator restart a healthy service.
    answersAtOnce: true,
    summary: 'Whether the service runs, and the remaining balance of its relayer.',
    responses: { 200: answer(health) },
    handle: async () => ({ status: 200, body: encodeHealth({ ok: true, relayer: relayerOf(parts) }) }),
  })
}

function relayerOf({ chains, relay, keys }: Pick<RouteParts, 'chains' | 'relay' | 'keys'>): RelayerHealth | null {
  const primary = chains.values().next().value
  if (keys.relayer === undefined || primary === undefined) return null
  const { address } = keys.relayer
  const balance = relay?.balance(primary.id)
  if (balance === undefined) return { address, chainUsdc: 0, low: true, asOf: null }
  return { address, chainUsdc: Number(balance.available) / 1e6, low: balance.low, asOf: balance.asOf }
}
