import type { ExplorerContext } from './context.js'
import { invalid } from './refusal.js'

/** Items of a page, as on the real explorer. */
const pageItems = 50

/** One page of a list, before its items are given their public shape. */
export type Page<item> = { items: readonly item[]; next_page_params: Record<string, string | number | null> | null }

/**
 * Cuts one page out of a list, by the position of its last item (keyset).
 *
 * @param items - Everything that matches, in ascending order of position.
 * @param position - Sort key of an item, most significant first; the names are those of the cursor.
 * @param descending - Whether the newest come first; applies to each key of the position.
 * @param extra - Further fields that the explorer puts into the cursor.
 */
export function paginate<item>(
  context: ExplorerContext,
  query: URLSearchParams,
  items: readonly item[],
  position: (item: item) => Record<string, bigint>,
  descending = true,
  extra: (item: item, count: number) => Record<string, string | number | null> = (_, count) => ({ items_count: count }),
): Page<item> {
  const { truncateItems } = context.faults.current.explorer
  const limit = truncateItems ?? items.length
  const all = descending ? items.slice(Math.max(0, items.length - limit)) : items.slice(0, limit)
  const first = all[0]
  const cursor = first === undefined ? undefined : readCursor(query, Object.keys(position(first)))
  const countBefore = (place: Record<string, bigint>, isIncluded: boolean) =>
    countWhile(all, (item) => compare(position(item), place) < (isIncluded ? 1 : 0))
  const start = cursor === undefined || descending ? 0 : countBefore(cursor, true)
  const end = cursor === undefined || !descending ? all.length : countBefore(cursor, false)
  const page = descending
    ? all.slice(Math.max(start, end - pageItems), end).reverse()
    : all.slice(start, start + pageItems)
  const last = page.at(-1)
  if (last === undefined || end - start <= pageItems) return { items: page, next_page_params: null }
  const count = Number(query.get('items_count') ?? 0) + pageItems
  return { items: page, next_page_params: { ...plain(position(last)), ...extra(last, count) } }
}

/** Puts items into ascending order. */
export function sortByPosition<item>(
  items: readonly item[],
  position: (item: item) => Record<string, bigint>,
): readonly item[] {
  return items.toSorted((a, b) => compare(position(a), position(b)))
}

/** How many of the first items meet a condition that no later item meets. */
function countWhile<item>(items: readonly item[], isMet: (item: item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    // Within bounds.
    if (isMet(items[middle] as item)) low = middle + 1
    else high = middle
  }
  return low
}

function readCursor(query: URLSearchParams, names: readonly string[]): Record<string, bigint> | undefined {
  if (names.every((name) => !query.has(name))) return undefined
  return Object.fromEntries(
    names.map((name) => {
      const value = query.get(name) ?? ''
      if (!/^[0-9]{1,78}$/.test(value)) throw invalid(name, 'Invalid integer')
      return [name, BigInt(value)]
    }),
  )
}

function compare(a: Record<string, bigint>, b: Record<string, bigint>): number {
  for (const [name, value] of Object.entries(a)) {
    const other = b[name] ?? 0n
    if (value !== other) return value < other ? -1 : 1
  }
  return 0
}

/**
 * A position as the explorer writes it in JSON: as numbers, and as decimal text where a number would lose digits and for amounts
 * (`value`, `fee`), whatever their size.
 */
function plain(position: Record<string, bigint>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(position).map(([name, value]) => [
      name,
      value <= BigInt(Number.MAX_SAFE_INTEGER) && name !== 'value' && name !== 'fee' ? Number(value) : value.toString(),
    ]),
  )
}
