import type { IndexState, IndexStatus } from '../EventIndex.js'

/**
 * What the state of an index means now.
 *
 * @param options.reorgDepthBlocks - Blocks after which an event cannot disappear any more.
 * @param options.now - Unix milliseconds.
 */
export function statusOf(
  { nextBlock, headTimeMs, succeededAt }: IndexState,
  { startBlock, reorgDepthBlocks, now }: { startBlock: number; reorgDepthBlocks: number; now: number },
): IndexStatus {
  const completeToBlock = nextBlock - 1
  // Of a clock that was set back the next round knows; until then an old success must not count as a new one.
  return {
    complete: headTimeMs > 0 && now - headTimeMs <= maxAgeMs && Math.abs(now - succeededAt) <= maxAgeMs,
    completeToBlock,
    settledToBlock: Math.max(completeToBlock - reorgDepthBlocks, startBlock - 1),
    headTimeMs: headTimeMs === 0 ? undefined : headTimeMs,
  }
}

const maxAgeMs = 60_000
