import { type Hex, hexToBigInt } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'
import { assertLease, type Lease } from '../../store/lease.js'
import type { Queries, Store } from '../../store/Store.js'
import type { Log, Metrics } from '../../telemetry/Telemetry.js'

/** One chain in one round of the keeper: while it has a desk, no other keeper of the store works on that chain. */
export type Desk = {
  readonly chain: ServedChain
  readonly store: Store
  /** @throws `LeaseLostError` */
  readonly lease: () => Lease
  readonly log: Log
  readonly metrics: Metrics
  /** Unix milliseconds. */
  readonly now: () => number
  readonly signal: AbortSignal
}

/** Writes while nobody else can have taken over.
 * @throws `LeaseLostError` */
export function write<result>(desk: Desk, work: (tx: Queries) => Promise<result>): Promise<result> {
  return desk.store.transaction(
    async (tx) => {
      await assertLease(tx, desk.lease(), desk.now())
      return work(tx)
    },
    { isolation: 'read committed' },
  )
}

/** The chain's clock, Unix seconds. */
export async function chainTime({ chain }: Desk): Promise<number> {
  const block = await chain.client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  if (!block) throw new Error('The chain has no newest block.')
  return Number(hexToBigInt(block.timestamp))
}

/** Whether a call would go through now. */
export async function wouldSucceed({ chain }: Desk, call: { from: Hex; to: Hex; data: Hex }): Promise<boolean> {
  try {
    await chain.client.request({ method: 'eth_call', params: [call, 'latest'] })
    return true
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
}

/** A node that says "reverted" has judged the call; one that says nothing has not. */
function isRevert(error: unknown): boolean {
  let cause = error as { code?: unknown; message?: unknown; cause?: unknown } | undefined
  for (let depth = 0; cause && depth < 16; depth++) {
    if (cause.code === 3 || /revert/i.test(String(cause.message ?? ''))) return true
    cause = cause.cause as typeof cause
  }
  return false
}
