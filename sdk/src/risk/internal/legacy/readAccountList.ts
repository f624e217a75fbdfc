import type { Address } from 'viem'
import { MalformedFieldError, readLegacyRows } from '../../../chain/explorerApi/fields.js'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import {
  isCrowded,
  isOverfull,
  type ListRead,
  type ListScope,
  LongListError,
  longList,
  readCrowded,
} from '../findings.js'

/** A list of an account, one kind of movement each. */
export type AccountQuery = {
  action: 'tokentx' | 'txlist' | 'txlistinternal'
  address: Address
  contractaddress?: Address
}

/** How an account list is read. */
export type AccountScope = ListScope & {
  /** Rows that are asked for at a time. */
  rowsPerPage: number
  /** Rows that the host puts into one answer: so many are asked for of a block that fills a page. @default `rowsPerPage` */
  mostPerPage?: number | undefined
  /** Gives a list up that takes more than one page. @default false */
  isOnePage?: boolean | undefined
  /** Goes on behind a block that has more rows than the host shows, and names it. @default false: gives the list up */
  passesFullBlocks?: boolean | undefined
}

/**
 * Reads an account's list by ranges of blocks: the newest page, and where that is full the oldest one, then everything
 * between them side by side, in ranges expected to fill half a page. 100,000 rows take about 20 requests in three or
 * four round trips.
 *
 * @param isSpare - Rows that are left out once half of what may be kept is there.
 */
export async function readAccountList<row extends { blockNumber: bigint }>(
  get: GetJson,
  query: AccountQuery,
  scope: AccountScope,
  readRow: (value: unknown) => row,
  isSpare: (row: row) => boolean = () => false,
): Promise<ListRead<row>> {
  const { rowsPerPage, mostPerPage = rowsPerPage } = scope
  const rows: row[] = []
  const fullBlocks: bigint[] = []
  let pages = 0
  /** In one answer. */
  let mostRows = 0

  async function ask(range: Range, sort: Sort, offset: number, page = 1): Promise<row[]> {
    if (++pages > scope.maxPages || isOverfull(rows, scope)) throw longList(scope)
    let { fromBlock, toBlock } = range
    const blocks = {
      ...(fromBlock > 0n && { startblock: `${fromBlock}` }),
      ...(toBlock !== undefined && { endblock: `${toBlock}` }),
    }
    const paging = { page: `${page}`, offset: `${offset}`, sort }
    const body = await get('', { module: 'account', ...query, ...paging, ...blocks }, scope.signal)
    const listed = readLegacyRows(body)
    mostRows = Math.max(mostRows, listed.length)
    return listed.map((value) => {
      const row = readRow(value)
      if (row.blockNumber < fromBlock || (toBlock !== undefined && row.blockNumber > toBlock))
        throw new MalformedFieldError('row, which does not answer the query', value)
      // A row out of order may be one of several that the page does not show.
      if (sort === 'asc') fromBlock = row.blockNumber
      else toBlock = row.blockNumber
      return row
    })
  }

  function keep(found: readonly row[]): void {
    for (const row of found) if (!(isCrowded(rows, scope) && isSpare(row))) rows.push(row)
  }

  /** Keeps a block that fills a page, where it does not fill the longest one. */
  async function keepBlock(block: bigint): Promise<boolean> {
    if (mostPerPage <= rowsPerPage) return false
    return readCrowded(scope, async () => {
      const found = await ask({ fromBlock: block, toBlock: block }, 'asc', mostPerPage)
      const isWhole = found.length < mostPerPage && found.length % roundNumber !== 0
      if (isWhole) keep(found)
      return isWhole
    })
  }

  /** Keeps one end of a range. Returns what is left of it; `undefined` where nothing is. */
  async function readEnd(range: Range, sort: Sort): Promise<(Range & { rowsPerBlock: number }) | undefined> {
    const found = await ask(range, sort, rowsPerPage)
    const last = found.at(-1)?.blockNumber
    const first = found[0]?.blockNumber
    if (last === undefined || first === undefined) return undefined
    // The last block may go on behind the page: all of it is read again.
    const left = sort === 'desc' ? { ...range, toBlock: last } : { ...range, fromBlock: last }
    const whole = found.filter(({ blockNumber }) => blockNumber !== last)
    const isFull = found.length >= rowsPerPage
    if (!isFull && !(await isCut(found.length, whole.length, whole.length > 0 ? left : range, sort))) {
      keep(found)
      return undefined
    }
    if (scope.isOnePage) throw longList(scope)
    const behind = rangeBehind(range, last, sort)
    // One block shows no order: a host that ignores it has shown the wrong end.
    const before = first === last ? rangeBehind(range, last, sort === 'desc' ? 'asc' : 'desc') : undefined
    if (whole.length === 0) {
      if (!(await keepBlock(last))) {
        if (!scope.passesFullBlocks || fullBlocks.length === maxFullBlocks)
          throw new LongListError(`Block ${last} has more rows than the host shows.`)
        fullBlocks.push(last)
        for (const row of found) rows.push(row)
      }
      if (before) await readRange(before)
      return behind && { ...behind, rowsPerBlock: 0 }
    }
    keep(whole)
    const span = Number(first > last ? first - last : last - first)
    return { ...left, rowsPerBlock: whole.length / span }
  }

  /**
   * A round number of rows may be the limit of a host that gives fewer than it is asked for.
   *
   * @param whole - How many are not of the last block.
   * @param left - What begins with the last block; the whole range where the page has no other, and so shows no order.
   */
  async function isCut(count: number, whole: number, left: Range, sort: Sort): Promise<boolean> {
    if (count % roundNumber !== 0) return false
    if (whole === 0) return (await ask(left, sort, count, 2)).length > 0
    const { fromBlock, toBlock } = left
    // The rest of one block does not end where the host has given more rows before.
    const isWhole = fromBlock === toBlock && count < mostRows
    const isNeeded = toBlock === undefined || toBlock >= (scope.neededFrom ?? 0n)
    return isNeeded && !isWhole && (await ask(left, sort, count - whole + 1)).length > count - whole
  }

  async function readRange(range: Range): Promise<void> {
    const older = await readEnd(range, 'desc')
    const middle = older && (await readEnd(older, 'asc'))
    if (older === undefined || middle?.toBlock === undefined) return
    const rowsPerBlock = Math.max(older.rowsPerBlock, middle.rowsPerBlock)
    await Promise.all(split(middle.fromBlock, middle.toBlock, rowsPerBlock / rowsPerPage).map(readRange))
  }

  try {
    await readRange({ fromBlock: scope.fromBlock, toBlock: undefined })
    return { rows, listed: rows.length, shortfall: undefined, fullBlocks }
  } catch (error) {
    scope.signal?.throwIfAborted()
    return { rows, listed: rows.length, shortfall: error }
  }
}

type Range = { fromBlock: bigint; toBlock: bigint | undefined }

type Sort = 'asc' | 'desc'

/** What of a range follows a block; `undefined` where nothing does. */
function rangeBehind({ fromBlock, toBlock }: Range, block: bigint, sort: Sort): Range | undefined {
  const rest = sort === 'desc' ? { fromBlock, toBlock: block - 1n } : { fromBlock: block + 1n, toBlock }
  return rest.toBlock !== undefined && rest.toBlock < rest.fromBlock ? undefined : rest
}

const maxParts = 16
/** Every host's limit is a multiple of it. */
const roundNumber = 50
/** Of one list. Each costs the reader an answer of some megabytes, and an attacker the gas of 10,000 transfers. */
const maxFullBlocks = 4

/** Cuts a range into parts of equal length. */
function split(fromBlock: bigint, toBlock: bigint, pagesPerBlock: number): Range[] {
  const blocks = toBlock - fromBlock + 1n
  const wanted = Math.ceil(2 * pagesPerBlock * Number(blocks))
  const parts = BigInt(Math.min(Math.max(wanted, 1), maxParts, Number(blocks)))
  return Array.from({ length: Number(parts) }, (_, index) => ({
    fromBlock: fromBlock + (blocks * BigInt(index)) / parts,
    toBlock: fromBlock + (blocks * BigInt(index + 1)) / parts - 1n,
  }))
}
