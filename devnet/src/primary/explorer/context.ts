import type { AnvilClient } from '../../anvil/client.js'
import type { FaultState } from '../../faults/FaultState.js'
import type { Ledger } from '../ledger/Ledger.js'
import type { ExplorerIndex } from './ExplorerIndex.js'

/** What the explorer's pages are made from. */
export type ExplorerContext = { anvil: AnvilClient; ledger: Ledger; index: ExplorerIndex; faults: FaultState }

/** Number of the newest block that the explorer has indexed. */
export function indexedHead({ ledger, faults }: ExplorerContext): number {
  return ledger.head - faults.current.explorer.lagBlocks
}

/** The items the explorer has indexed, of what happened. */
export function indexed<item>(
  context: ExplorerContext,
  items: readonly item[],
  blockOf: (item: item) => number,
): readonly item[] {
  const head = indexedHead(context)
  return items.filter((item) => blockOf(item) <= head)
}
