import { setTimeout as pause } from 'node:timers/promises'
import type { Address, Hex } from 'viem'
import type { ServedChain } from '../../../chains/ServedChain.js'

/** Time of the newest block, Unix seconds. */
export async function blockTime({ client }: ServedChain): Promise<bigint> {
  const block = await client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  if (!block) throw new Error('The chain has no newest block.')
  return BigInt(block.timestamp)
}

export async function codeAt({ client }: ServedChain, address: Address): Promise<Hex> {
  return client.request({ method: 'eth_getCode', params: [address, 'latest'] })
}

/**
 * Repeats a read until its result is good or five seconds have passed: the answering host may not have the block yet
 * that another one reported.
 */
export async function insist<result>(ask: () => Promise<result | undefined>): Promise<result | undefined> {
  const until = performance.now() + 5_000
  for (;;) {
    const answer = await ask().catch((error: unknown) => {
      if (performance.now() >= until) throw error
      return undefined
    })
    if (answer !== undefined || performance.now() >= until) return answer
    await pause(250)
  }
}
