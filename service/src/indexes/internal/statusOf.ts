import type { IndexState, IndexStatus } from '../EventIndex.js'

/**
 * Computes the status of an index from its state.
 *
 * @param options.reorgDepthBlocks - Blocks after which an event cannot disappear any more.
 * @param options.now - Unix milliseconds.
 */
export function statusOf(
  { nextBlock, headTimeMs, succeededAt }: IndexState,
  { startBlock, reorgDepthBlocks, now }: { startBlock: number; reorgDepthBlocks: number; now: number },
): IndexStatus {
  const completeToBlock = nextBlock - 1
  // If the clock was set back, an old success must not count as a recent one; the next round corrects it.
  return {
    complete: headTimeMs > 0 && now - headTimeMs <= maxAgeMs && Math.abs(now - succeededAt) <= maxAgeMs,
    completeToBlock,
    settledToBlock: Math.max(completeToBlock - reorgDepthBlocks, startBlock - 1),
    headTimeMs: headTimeMs === 0 ? undefined : headTimeMs,
  }
}

const maxAgeMs = 60_000
