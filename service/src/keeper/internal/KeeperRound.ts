import { type Hex, hexToBigInt } from 'viem'
import { isCallRefused } from '../../chains/isCallRefused.js'
import type { ServedChain } from '../../chains/ServedChain.js'
import { type LeasedKey, writeLeased } from '../../sender/LeasedKey.js'
import type { Queries, Store } from '../../store/Store.js'
import type { Log, Metrics } from '../../telemetry/Telemetry.js'
import type { KeeperOutbox } from './KeeperOutbox.js'

/** One round of the keeper on one chain. During a round, no other keeper of the store works on that chain. */
export type KeeperRound = {
  readonly chain: ServedChain
  readonly store: Store
  readonly outbox: KeeperOutbox
  /** @throws `LeaseLostError` */
  readonly key: () => LeasedKey
  readonly log: Log
  readonly metrics: Metrics
  /** Unix milliseconds. */
  readonly now: () => number
  readonly signal: AbortSignal
}

/**
 * Writes while this keeper holds the lease.
 * @throws `LeaseLostError`
 */
export function write<result>({ key }: KeeperRound, work: (tx: Queries) => Promise<result>): Promise<result> {
  return writeLeased(key(), work)
}

/** The chain's clock, Unix seconds. */
export async function chainTime({ chain }: KeeperRound): Promise<number> {
  const block = await chain.client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  if (!block) throw new Error('The chain has no newest block.')
  return Number(hexToBigInt(block.timestamp))
}

/** Whether the node would run a call without a revert now. */
export async function wouldSucceed({ chain }: KeeperRound, call: { from: Hex; to: Hex; data: Hex }): Promise<boolean> {
  try {
    await chain.client.request({ method: 'eth_call', params: [call, 'latest'] })
    return true
  } catch (error) {
    if (isCallRefused(error)) return false
    throw error
  }
}
