import type { ReadClient } from '@holdfast/sdk/chain'
import { type Header, readHeader } from './headers.js'
import type { Seen } from './seenBlocks.js'

/**
 * Compares the recorded blocks with the chain. The newest block commits to all before it; if its hash has changed, the
 * chain was reorganised.
 *
 * @param seen - Recorded blocks, the newest first.
 * @returns The last recorded block that is still on the chain, if any; `undefined` when nothing has changed.
 * @throws {@link BlockMissingError}, and what the endpoint throws.
 */
export async function findFork(
  client: ReadClient,
  head: Header,
  seen: readonly Seen[],
): Promise<{ shared: Seen | undefined } | undefined> {
  const known = seen.filter(({ number }) => number <= head.number)
  const youngest = known[0]
  if (youngest === undefined || (await isSame(client, youngest, head))) return undefined
  // The blocks that are still on the chain are the oldest: find the newest of them.
  let [low, high] = [1, known.length]
  while (low < high) {
    const middle = (low + high) >> 1
    // `middle` is below `high`, which is at most the last place.
    if (await isSame(client, known[middle] as Seen, head)) high = middle
    else low = middle + 1
  }
  return { shared: known[low] }
}

async function isSame(client: ReadClient, { number, hash }: Seen, head: Header): Promise<boolean> {
  if (number === head.number) return hash === head.hash
  if (number === head.number - 1) return hash === head.parentHash
  const header = await readHeader(client, number)
  // An endpoint that lacks a block below its own head does not prove a reorganisation.
  if (header === undefined) throw new BlockMissingError()
  return header.hash === hash
}

/** An endpoint does not have a block below its head. */
export class BlockMissingError extends Error {
  override readonly name = 'BlockMissingError'
}
