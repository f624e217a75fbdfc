import type { Address, Hash } from 'viem'
import type { HistoryRecord } from '../history.js'

/** A movement as an explorer tells it, before it is known what to make of it. */
export type RawRecord = Omit<HistoryRecord, 'chainId' | 'canonical'>

/** What was read of one list. */
export type ListRead<row> = {
  rows: row[]
  /** Why the list may lack rows; `undefined` when it reaches back as far as was asked. */
  shortfall: unknown
  /** All rows the explorer listed, those of other kinds included. */
  listed: number
  /** False where the reading ended at a row older than what was wanted. */
  isWhole: boolean
}

/** Everything one explorer told about one sender. */
export type Findings = {
  records: RawRecord[]
  /** Signer by transaction. */
  signers: Map<Hash, Address>
  /** Why something may be missing. */
  shortfalls: unknown[]
  /** Lists that gave nothing but an error, of all lists asked. */
  failed: number
  asked: number
  /** Last block the explorer has indexed, where it says. */
  indexedTo: bigint | undefined
  /** When that block was made, where it says. */
  indexedAt: Date | undefined
}

/** What to read, and how much of it. */
export type ListScope = { fromBlock: bigint; maxPages: number; signal: AbortSignal | undefined }

/** Reads one list to its end; what stops the reading is kept beside the rows that came before it. */
export async function collect<row>(
  scope: ListScope,
  readPage: (page: number) => Promise<{ rows: readonly (row | undefined)[]; isLast: boolean; isWhole?: boolean }>,
): Promise<ListRead<row>> {
  const rows: row[] = []
  let listed = 0
  try {
    for (let page = 1; page <= scope.maxPages; page++) {
      const found = await readPage(page)
      listed += found.rows.length
      for (const row of found.rows) if (row !== undefined) rows.push(row)
      if (found.isLast) return { rows, listed, shortfall: undefined, isWhole: found.isWhole ?? true }
    }
    return { rows, listed, shortfall: new Error(`The list goes on behind page ${scope.maxPages}.`), isWhole: false }
  } catch (error) {
    scope.signal?.throwIfAborted()
    return { rows, listed, shortfall: error, isWhole: false }
  }
}

/** Reads one fact; a failure is a shortfall. */
export async function fact<value>(
  signal: AbortSignal | undefined,
  read: () => Promise<value>,
): Promise<{ value: value | undefined; shortfall: unknown }> {
  try {
    return { value: await read(), shortfall: undefined }
  } catch (error) {
    signal?.throwIfAborted()
    return { value: undefined, shortfall: error }
  }
}
