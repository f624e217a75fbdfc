import type { ReadClient } from '@holdfast/sdk/chain'
import { MAX_BATCH, ReleaseRequestIndex } from '@holdfast/sdk/transfer'
import type { Address } from 'viem'

/** Which addresses ask for the release of a link: the first and the last ones, and how many there are. */
export type Asking = { shown: readonly Address[]; count: number }

/** Reads who asks for the release of these transfers. */
export async function readReleaseRequests(
  client: ReadClient,
  transferIds: readonly bigint[],
  signal: AbortSignal,
): Promise<ReadonlyMap<bigint, Asking>> {
  const found = new Map<bigint, Asking>()
  for (let start = 0; start < transferIds.length; start += MAX_BATCH) {
    const some = transferIds.slice(start, start + MAX_BATCH)
    const index = new ReleaseRequestIndex({ client, transferIds: some })
    await index.sync({ signal })
    for (const transferId of some) {
      const shown = index.requestsAtEnds(transferId).map(({ recipient }) => recipient)
      found.set(transferId, { shown, count: index.requestsOf(transferId).length })
    }
  }
  return found
}
