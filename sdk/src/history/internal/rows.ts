import type { Address, Hash } from 'viem'
import { MalformedFieldError, readDecimal } from '../../chain/explorerApi/fields.js'

/** One movement as the explorer has it, addresses checksummed. */
export type RawRow = {
  txHash: Hash
  blockNumber: number
  /** Order within the block; only comparable within one history. */
  position: number
  from: Address
  to: Address
  token: Address
  value: bigint
  /** What the token says of itself. */
  decimals: number
  symbol: string
  timestamp: Date
  /** Name or selector of the method that the transaction calls, where the explorer tells. */
  method?: string | undefined
}

/** Rows in any order, as far as they could be read. */
export type RowList = { rows: readonly RawRow[]; complete: boolean }

/** One page, and where the next one starts; undefined after the last. */
export type RowPage<cursor> = {
  rows: readonly RawRow[]
  next: cursor | undefined
  /** The host has rows here that it will not show. */
  hasGap?: boolean | undefined
}

/** How far to read, and until when. */
export type ReadLimits = { maxPages: number; signal: AbortSignal | undefined }

/**
 * Reads page after page. A page that cannot be read ends the list, which is then marked incomplete; a malformed page fails the
 * whole read, because the pages before it came from the same host.
 *
 * @param isOptional - The list may also end before its first page.
 * @throws when the first page cannot be read, any page is malformed or the caller aborts.
 */
export async function readPages<cursor>(
  readPage: (cursor: cursor | undefined) => Promise<RowPage<cursor>>,
  { maxPages, signal }: ReadLimits,
  { isOptional = false } = {},
): Promise<RowList> {
  const rows: RawRow[] = []
  const seen = new Set<string>()
  let cursor: cursor | undefined
  let complete = true
  for (let page = 1; page <= maxPages; page++) {
    const answer = await readPage(cursor).catch((error: unknown) => {
      signal?.throwIfAborted()
      if ((page === 1 && !isOptional) || error instanceof MalformedFieldError) throw error
      return undefined
    })
    if (answer === undefined) return { rows, complete: false }
    for (const row of answer.rows) rows.push(row)
    complete &&= answer.hasGap !== true
    if (answer.next === undefined) return { rows, complete }
    const key = JSON.stringify(answer.next)
    if (seen.has(key)) throw new MalformedFieldError('next page, which was there before', answer.next)
    seen.add(key)
    cursor = answer.next
  }
  return { rows, complete: false }
}

/** Each record once: pages overlap where a list grows while it is read. */
export function onceEach(rows: readonly RawRow[]): RawRow[] {
  return [...new Map(rows.map((row) => [`${row.txHash}:${row.position}`, row])).values()]
}

/** A row that names other parties means that the host ignored the filter. */
export function checkParty(address: Address, row: RawRow): RawRow {
  if (row.from === address || row.to === address) return row
  throw new MalformedFieldError(`row, which does not name ${address},`, row.txHash)
}

/** An unknown token may report no decimals, or absurd ones: that must not fail the whole history. */
export function readDecimals(value: unknown): number {
  if (value === null || value === undefined || value === '') return 0
  const decimals = readDecimal(value, 'decimals')
  return decimals <= 255n ? Number(decimals) : 0
}

/** Optional: it decides only a label. */
export function readMethod(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A token without a name is allowed to exist. */
export function readSymbol(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') throw new MalformedFieldError('symbol', value)
  return value
}
