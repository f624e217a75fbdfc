import type { createAdminServer } from '../http/createAdminServer.js'
import type { Indexes } from '../indexes/createIndexes.js'
import type { Relay } from '../relay/Relay.js'
import type { ServiceParts } from '../ServiceParts.js'
import { elapsed as sinceStart } from '../telemetry/elapsed.js'

/** The conditions under which the service may receive requests, or a separate keeper can do its work. */
export function readinessProbes(parts: ProbeParts): readonly Probe[] {
  const { store, chains, keys, relay, indexes, elapsed = sinceStart, isDraining } = parts
  const { cosigner, relayer, keeper } = keys
  return [
    { name: 'serving', check: () => !isDraining() },
    { name: 'store', check: () => store.probe() },
    ...[...chains.values()].map((chain) => ({
      name: `chain ${chain.id}`,
      check: () => elapsed() - (chain.lastAnswerAt() ?? Number.NEGATIVE_INFINITY) < answerMs,
    })),
    ...(indexes?.all ?? []).map((index) => ({
      name: `index ${index.event} ${index.chainId}`,
      check: () => index.status().complete,
    })),
    ...Object.entries({ cosigner, relayer, keeper }).flatMap(([name, signer]) =>
      signer ? [{ name: `key ${name}`, check: () => signer.health() }] : [],
    ),
    ...(relay
      ? [...chains.keys()]
          .filter((chainId) => relay.serves(chainId))
          .map((chainId) => ({ name: `relay ${chainId}`, check: () => relay.isReady(chainId) }))
      : []),
  ]
}

type Probe = Parameters<typeof createAdminServer>[2][number]

/** What the probes check. */
export type ProbeParts = Pick<ServiceParts, 'store' | 'chains' | 'keys' | 'elapsed'> & {
  relay?: Relay | undefined
  indexes?: Pick<Indexes, 'all'> | undefined
  isDraining: () => boolean
}

const answerMs = 30_000
