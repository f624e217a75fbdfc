import type { ReadClient } from '@holdfast/sdk/chain'
import { hexToBigInt, numberToHex } from 'viem'

/**
 * Finds a block from before a moment, to begin a search there: a transaction that was sent after the moment is in a later one.
 * Steps back from the head, twice as far each time.
 *
 * Allows for a chain's clock that is a minute ahead of ours. A block that the host no longer has ends the search as well, since
 * the host has no events before it.
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
