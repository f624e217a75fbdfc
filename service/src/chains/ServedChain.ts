import type { ChainDeployment, ReadClient } from '@holdfast/sdk/chain'
import type { Hex } from 'viem'

/** A chain the service works on. */
export type ServedChain = {
  readonly id: number
  readonly deployment: ChainDeployment
  /** Reads through the endpoints in order, with a timeout and a circuit breaker for each. */
  readonly client: ReadClient
  /** One client for each endpoint, for what has to be asked or told of all of them. */
  readonly endpoints: readonly ReadClient[]
  /** Who runs each of the endpoints, in their order. */
  readonly operators: readonly string[]
  /** Offers signed bytes to every endpoint; says what each answered. */
  broadcast: (raw: Hex, options: { signal?: AbortSignal | undefined }) => Promise<readonly BroadcastAnswer[]>
  /** When an endpoint last answered, Unix milliseconds. */
  lastAnswerAt: () => number | undefined
}

/** What one endpoint made of a transaction. */
export type BroadcastAnswer =
  | 'accepted'
  | 'already_known'
  | 'nonce_too_low'
  | 'nonce_too_high'
  | 'underpriced'
  | 'refused'
  | 'unknown'
