import { PRIMARY_CHAIN_ID } from '@holdfast/sdk/chain'
import { UnknownChainError } from '@holdfast/sdk/errors'
import type { CosignRequest } from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import type { CanonicalObject } from '../../audit/canonicalJson.js'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { FirewallVerdict } from '../Firewall.js'
import type { CosignParts } from './CosignParts.js'
import { withTimeout } from './withTimeout.js'

/** What the steps that evaluate one request share. */
export type Evaluation = {
  chain: ServedChain
  /** The caller's network; `undefined` for the machine itself. */
  network: string | undefined
  /** What the audit record will say; each step adds what it found out. */
  details: { -readonly [key in keyof CanonicalObject]: CanonicalObject[key] }
  /** How long a step may wait: the given milliseconds, or what remains of the whole evaluation. */
  left: (ms: number) => number
  /**
   * The firewall's verdict, fresh unless the request is a precheck. The firewall is asked once for each payer and target.
   *
   * @returns `undefined` when it did not answer in time.
   */
  verdictOf: (payer: Address, target: Address) => Promise<FirewallVerdict | undefined>
}

/** Starts the clock of an evaluation. */
export function startEvaluation(
  { verdicts, timing }: Pick<CosignParts, 'verdicts' | 'timing'>,
  { phase }: CosignRequest,
  chain: ServedChain,
  network?: string | undefined,
): Evaluation {
  const until = performance.now() + timing.totalMs
  const left = (ms: number) => Math.max(1, Math.min(ms, until - performance.now()))
  const asked = new Map<string, Promise<FirewallVerdict | undefined>>()
  const fresh = phase !== 'precheck'
  return {
    chain,
    network,
    details: { phase, chain: chain.id },
    left,
    verdictOf(payer, target) {
      const key = `${payer}:${target}`.toLowerCase()
      const known = asked.get(key)
      if (known !== undefined) return known
      const answer = withTimeout(verdicts.of(chain.id, payer, target, { fresh }), left(timing.firewallMs))
      const verdict = answer.catch(() => undefined)
      asked.set(key, verdict)
      return verdict
    },
  }
}

/**
 * The chain of a request.
 *
 * @throws `UnknownChainError` for one that is not served.
 */
export function chainOf(
  { chainId = PRIMARY_CHAIN_ID }: CosignRequest,
  chains: ReadonlyMap<number, ServedChain>,
): ServedChain {
  const chain = chains.get(chainId)
  if (chain === undefined) throw new UnknownChainError(chainId, [...chains.keys()])
  return chain
}
