import type { ExplorerContext } from './context.js'
import { invalid } from './refusal.js'

const pageItems = 50

/** One page of a list, before its items are given their public shape. */
export type Page<item> = { items: readonly item[]; next_page_params: Record<string, string | number | null> | null }

/**
 * Cuts one page out of a list, by the position of its last item (keyset).
 *
 * @param items - Everything that matches, newest first or in the wanted order.
 * @param position - Sort key of an item, most significant first; the names are those of the cursor.
 * @param descending - Direction of each key.
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
  const sign = descending ? -1 : 1
  const sorted = items.toSorted((a, b) => sign * compare(position(a), position(b)))
  const all = truncateItems === null ? sorted : sorted.slice(0, truncateItems)
  const first = all[0]
  const cursor = first === undefined ? undefined : readCursor(query, Object.keys(position(first)))
  const rest = cursor === undefined ? all : all.filter((item) => sign * compare(position(item), cursor) > 0)
  const page = rest.slice(0, pageItems)
  const last = page.at(-1)
  if (last === undefined || rest.length <= pageItems) return { items: page, next_page_params: null }
  const count = Number(query.get('items_count') ?? 0) + pageItems
  return { items: page, next_page_params: { ...plain(position(last)), ...extra(last, count) } }
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

/** Numbers where they fit, else decimal text. */
function plain(position: Record<string, bigint>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(position).map(([name, value]) => [
      name,
      value <= BigInt(Number.MAX_SAFE_INTEGER) && name !== 'value' && name !== 'fee' ? Number(value) : value.toString(),
    ]),
  )
}
