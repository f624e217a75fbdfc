import type { ChainDeployment, ReadClient } from '@holdfast/sdk/chain'
import type { Hex } from 'viem'

/** A chain the service works on. */
export type ServedChain = {
  readonly id: number
  readonly deployment: ChainDeployment
  /** Reads through the endpoints in order, with a timeout and a circuit breaker for each. */
  readonly client: ReadClient
  /** One client for each endpoint, for reads and broadcasts that must reach all of them. */
  readonly endpoints: readonly ReadClient[]
  /** Operator of each endpoint, in the same order. */
  readonly operators: readonly string[]
  /** Sends signed bytes to every endpoint; returns the answer of each. */
  broadcast: (raw: Hex, options: { signal?: AbortSignal | undefined }) => Promise<readonly BroadcastAnswer[]>
  /** When an endpoint last answered, Unix milliseconds. */
  lastAnswerAt: () => number | undefined
}

/** How one endpoint answered a transaction. */
export type BroadcastAnswer =
  | 'accepted'
  | 'already_known'
  | 'nonce_too_low'
  | 'nonce_too_high'
  | 'underpriced'
  | 'refused'
  | 'unknown'
