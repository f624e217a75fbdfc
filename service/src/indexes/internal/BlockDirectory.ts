/**
 * The blocks that contain announcements, and the number of announcements up to each. Finds the start and end of a page
 * without a query to the store.
 */
export class BlockDirectory {
  readonly #blocks: number[] = []
  /** Number of announcements up to and including the block at the same place. */
  readonly #ends: number[] = []

  /** Number of all announcements. */
  get size(): number {
    return this.#ends.at(-1) ?? 0
  }

  clear(): void {
    this.#blocks.length = 0
    this.#ends.length = 0
  }

  /** Adds blocks after all known ones, in order. */
  append(rows: readonly { block: number; count: number }[]): void {
    let end = this.size
    for (const { block, count } of rows) {
      if (block <= (this.#blocks.at(-1) ?? -1)) throw new RangeError('Blocks are added in order.')
      end += count
      this.#blocks.push(block)
      this.#ends.push(end)
    }
  }

  /**
   * Finds the blocks of the page that begins at a block or at the first one after it.
   *
   * @param last - The last block to consider.
   * @returns `undefined` when no announcement follows.
   */
  find(fromBlock: number, limit: number, last: number): PageRun | undefined {
    const first = lowerBound(this.#blocks, fromBlock)
    const start = this.#blocks[first]
    if (start === undefined || start > last) return undefined
    // There is an end for each block, and `first` has one.
    const before = first === 0 ? 0 : (this.#ends[first - 1] as number)
    // The block in which the limit is reached belongs to the page with all its announcements.
    const reached = lowerBound(this.#ends, before + limit)
    const newest = lowerBound(this.#blocks, last + 1) - 1
    const place = Math.min(reached, newest)
    // `place` is at most that of the newest block.
    const end = this.#blocks[place] as number
    // As above.
    return { start, end, count: (this.#ends[place] as number) - before, isFull: reached <= newest && end < last }
  }
}

/** A run of blocks; the first and the last contain announcements. */
export type PageRun = {
  start: number
  end: number
  count: number
  /** The limit was reached below the last block: later blocks do not change the page. */
  isFull: boolean
}

/** Place of the first value that is at least as large. */
function lowerBound(values: readonly number[], wanted: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    // `middle` is below `high`, which is at most the length.
    if ((values[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
