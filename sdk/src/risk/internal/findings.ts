import type { Address, Hash } from 'viem'
import type { Limiter } from '../../chain/explorerApi/limiter.js'
import { inUsdc } from '../grades/dust.js'
import type { ActivityOptions } from '../history/IDataProvider.js'
import type { HistoryRecord } from '../history/SenderHistory.js'

/** A movement as an explorer reports it, before the registry has judged its token. */
export type RawRecord = Omit<HistoryRecord, 'chainId' | 'canonical'>

/** What a node knows of one block. */
export type BlockReader = {
  /** A token's movements from or to the sender. */
  readTransfers: (token: Address, block: bigint) => Promise<BlockRecord[]>
  /** What the sender has signed. */
  readTransactions: (block: bigint) => Promise<TransactionRow[]>
}

/** A movement as a receipt shows it. */
export type BlockRecord = Omit<RawRecord, 'decimals' | 'timestamp'>

/** A mined transaction from or to the sender. */
export type TransactionRow = {
  hash: Hash
  from: Address
  to: Address | null
  value: bigint
  /** False where it reverted. */
  isSettled: boolean
  /** Bytes of call data; `undefined` where the host leaves them out. */
  dataBytes: number | undefined
  /** The ERC-20 transfer it calls for, where that is what it calls. */
  transfer: { to: Address; value: bigint } | undefined
  /** `undefined` where the host leaves it out. */
  nonce: number | undefined
  blockNumber: bigint
  timestamp: Date | null
  /** Newest block of the explorer, where the row says how deep it is. */
  indexedTo: bigint | undefined
}

/** What was read of one list. */
export type ListRead<row> = {
  rows: row[]
  /** Why the list may lack rows; `undefined` when it reaches back as far as was asked. */
  shortfall: unknown
  /** All rows the explorer listed, those of other kinds included. */
  listed: number
  /** Blocks with more rows than the explorer shows, of which only some are here. */
  fullBlocks?: readonly bigint[] | undefined
}

/** Everything one explorer told about one sender. */
export type Findings = {
  records: RawRecord[]
  /** Signer by transaction. */
  signers: Map<Hash, Address>
  /** Transactions from or to the sender. */
  transactions: readonly TransactionRow[]
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

/** Findings that lack nothing, and what has been found since their newest row. */
export function continueFindings(earlier: Findings, later: Findings): Findings {
  const rows = [...earlier.transactions, ...later.transactions]
  return {
    ...later,
    records: [...earlier.records, ...later.records],
    signers: new Map([...earlier.signers, ...later.signers]),
    transactions: [...new Map(rows.map((row) => [row.hash, row])).values()],
    indexedTo: later.indexedTo ?? earlier.indexedTo,
    indexedAt: later.indexedAt ?? earlier.indexedAt,
  }
}

/** What to read, and how much of it. */
export type ListScope = {
  fromBlock: bigint
  /** Before it, rows only show the order in which the host has them. @default `fromBlock` */
  neededFrom?: bigint | undefined
  maxPages: number
  /** @default as many as the pages hold */
  maxRows?: number | undefined
  /** A list that goes on is not worth another attempt: less is read of it than could be. */
  isLimited?: boolean | undefined
  /** Reads single blocks from the node, where there is one. */
  blocks?: BlockReader | undefined
  /** Whose turn it is to read a block that others have filled. */
  crowdedBlocks?: Limiter | undefined
  signal: AbortSignal | undefined
}

/** How an address's activity is read. */
export type ActivityScope = ActivityOptions & {
  /** Wait before a counter that seems cold is read again. */
  retryDelayMs: number
}

/** A list goes on where the reading ended. */
export class LongListError extends Error {}

/** Reads one list to its end; what stops the reading is kept beside the rows that came before it. */
export async function collect<row>(
  scope: ListScope,
  readPage: (page: number) => Promise<{ rows: readonly (row | undefined)[]; isLast: boolean }>,
): Promise<ListRead<row>> {
  const rows: row[] = []
  let listed = 0
  try {
    for (let page = 1; page <= scope.maxPages; page++) {
      const found = await readPage(page)
      listed += found.rows.length
      for (const row of found.rows) if (row !== undefined) rows.push(row)
      if (found.isLast) return { rows, listed, shortfall: undefined }
      if (isOverfull(rows, scope)) break
    }
    return { rows, listed, shortfall: longList(scope) }
  } catch (error) {
    scope.signal?.throwIfAborted()
    return { rows, listed, shortfall: error }
  }
}

export function longList({ maxPages, maxRows }: ListScope): LongListError {
  const rows = maxRows === undefined ? '' : ` or ${maxRows} rows`
  return new LongListError(`The list has more than ${maxPages} pages${rows}.`)
}

/** Whether a list that goes on holds all rows that may be read. */
export function isOverfull(rows: readonly unknown[], { maxRows }: ListScope): boolean {
  return maxRows !== undefined && rows.length >= maxRows
}

/** Whether a list that goes on has room only for rows that decide something. */
export function isCrowded(rows: readonly unknown[], { maxRows }: ListScope): boolean {
  return maxRows !== undefined && rows.length >= maxRows / 2
}

/**
 * Whether a movement moves nothing, or next to nothing to the sender: any account can write thousands of them into a list, and
 * they are evidence at most, which is also asked for by payer and target.
 */
export function isSpare({ to, value, decimals }: RawRecord, sender: Address): boolean {
  return value === 0n || (to === sender && inUsdc(value, decimals) < spareBelow)
}

/** A cent, in USDC base units: 10,000 rows of more cost an attacker 100 USDC. */
const spareBelow = 10_000n

/** Reads a block that others have filled, when it is its turn. */
export function readCrowded<value>({ crowdedBlocks, signal }: ListScope, read: () => Promise<value>): Promise<value> {
  return crowdedBlocks ? crowdedBlocks.run(read, signal) : read()
}

/** Why a list of evidence is not to be relied on. Its length is not a reason: any caller can lengthen it. */
export function evidenceShortfall({ shortfall }: ListRead<unknown>): unknown {
  return shortfall instanceof LongListError ? undefined : shortfall
}

/** One fact, or why it could not be read. */
export type Fact<value> = { value: value | undefined; shortfall: unknown }

/** Reads one fact; a failure is a shortfall. */
export async function fact<value>(signal: AbortSignal | undefined, read: () => Promise<value>): Promise<Fact<value>> {
  try {
    return { value: await read(), shortfall: undefined }
  } catch (error) {
    signal?.throwIfAborted()
    return { value: undefined, shortfall: error }
  }
}
