import type { AnvilClient } from '../../anvil/client.js'
import type { FaultState } from '../../faults/FaultState.js'
import type { Ledger } from '../ledger/Ledger.js'
import type { LedgerLog, LedgerTransaction } from '../ledger/types.js'
import type { ExplorerIndex } from './ExplorerIndex.js'

/** What the explorer's answers are made from. */
export type ExplorerContext = { anvil: AnvilClient; ledger: Ledger; index: ExplorerIndex; faults: FaultState }

/** Number of the newest block that the explorer has indexed. */
export function indexedHead({ ledger, faults }: ExplorerContext): number {
  return ledger.head - faults.current.explorer.lagBlocks
}

/** The items that the explorer shows at its index height. */
export function indexed<item>(
  context: ExplorerContext,
  items: readonly item[],
  originOf: (item: item) => LedgerTransaction | LedgerLog,
): readonly item[] {
  const head = indexedHead(context)
  const hidden = hiddenTransactions(context)
  if (head === context.ledger.head && hidden.size === 0) return items
  return items.filter((item) => {
    const origin = originOf(item)
    return origin.blockNumber <= head && !hidden.has('hash' in origin ? origin.hash : origin.transactionHash)
  })
}

function hiddenTransactions({ index, faults }: ExplorerContext): ReadonlySet<string> {
  const { hiddenAddress } = faults.current.explorer
  if (hiddenAddress === null) return new Set()
  const transfers = index.transfersOf(hiddenAddress).map(({ transaction }) => transaction)
  return new Set([...index.transactionsOf(hiddenAddress), ...transfers].map(({ hash }) => hash))
}
