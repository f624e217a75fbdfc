import type { ReadClient } from '@holdfast/sdk/chain'
import { hexToBigInt, numberToHex } from 'viem'

/**
 * Finds a block that was made before a moment, by growing steps back: transactions sent later are in no earlier block.
 *
 * The chain's clock may be a minute ahead of ours. A host that does not have the block has no events of it either.
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
/** The service does not start with a larger clock difference. */
const skewMs = 60_000
