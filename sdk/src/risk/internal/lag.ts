import { deploymentFor } from '../../chain/registry.js'
import type { HistoryExtent } from '../history/IDataProvider.js'
import type { Findings } from './findings.js'

/** Blocks that a source may be behind the head, or ahead of it, and still count as being there. */
export const maxHistoryLagBlocks = 20

/** The last block that no reorganisation and no lagging index will change. */
export function settledBlock({ chainId, toBlock }: Pick<HistoryExtent, 'chainId' | 'toBlock'>): bigint {
  return toBlock - BigInt(Math.max(maxHistoryLagBlocks, deploymentFor(chainId)?.reorgDepthBlocks ?? 0))
}

/**
 * Why blocks that a source tells of are not this chain's: it shows another chain, or invents them. A head that was read before is
 * read again first, since the chain goes on.
 *
 * @param most - Blocks that it may be ahead.
 */
export async function findFuture(
  toBlock: bigint | undefined,
  head: bigint | undefined,
  readAgain: (() => Promise<bigint>) | undefined,
  most: number = maxHistoryLagBlocks,
): Promise<string | undefined> {
  if (toBlock === undefined || head === undefined) return undefined
  const leadOver = (newest = head) => toBlock - newest
  const isFuture = leadOver() > most && leadOver(await readAgain?.().catch(() => head)) > most
  return isFuture ? `The explorer is ${leadOver()} blocks ahead of the chain.` : undefined
}

/** Age of the newest indexed block from which on an explorer counts as stalled: 5 minutes. */
const maxHeadAgeMs = 300_000

/**
 * Why an explorer may not have seen the newest blocks; nothing where it has. Without the chain's head only the explorer's
 * own clock can tell.
 */
export function lagsBehind(
  { indexedTo, indexedAt }: Findings,
  head: { value: bigint | undefined; shortfall: unknown },
  maxLagBlocks: number,
): unknown[] {
  if (head.shortfall !== undefined) return [head.shortfall]
  if (head.value === undefined) {
    const ageMs = indexedAt === undefined ? 0 : Date.now() - indexedAt.getTime()
    return ageMs > maxHeadAgeMs ? [`The explorer's newest block is ${Math.round(ageMs / 1_000)} seconds old.`] : []
  }
  if (indexedTo === undefined) return ['The explorer does not say how far it is.']
  const lag = head.value - indexedTo
  return lag > BigInt(maxLagBlocks) ? [`The explorer is ${lag} blocks behind the chain.`] : []
}
