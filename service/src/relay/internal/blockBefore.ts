import type { ReadClient } from '@holdfast/sdk/chain'
import { hexToBigInt, numberToHex } from 'viem'

/**
 * Finds a block that was made before a moment, by widening steps back: what was sent since is in none before it.
 *
 * The chain's clock may be a minute ahead of ours. Where a host does not keep the block, it keeps no events of it either.
 *
 * @param time - Unix milliseconds.
 */
export async function blockBefore(client: ReadClient, head: bigint, time: number): Promise<bigint> {
  for (let step = firstStep; step < head; step *= 2n) {
    const params = [numberToHex(head - step), false] as const
    const block = await client.request({ method: 'eth_getBlockByNumber', params: [...params] })
    if (!block || hexToBigInt(block.timestamp) * 1000n < BigInt(time - skewMs)) return head - step
  }
  return 0n
}

/** A minute of the primary chain's blocks. */
const firstStep = 128n
/** The service does not start on a clock that is further off. */
const skewMs = 60_000
