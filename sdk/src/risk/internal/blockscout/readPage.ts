import { MalformedFieldError, readList, readObject } from '../../../chain/explorerApi/fields.js'
import type { Query } from '../../../chain/explorerApi/getJson.js'

/** One page of a list, and the cursor of the next; `null` after the last. */
export type Page = { items: readonly unknown[]; next: Query | null }

export function readPage(body: unknown): Page {
  const page = readObject(body, 'page')
  const items = readList(page.items, 'items')
  if (page.next_page_params === null) return { items, next: null }
  const entries = Object.entries(readObject(page.next_page_params, 'next_page_params')).filter(
    ([, value]) => value !== null,
  )
  if (entries.length === 0) throw new MalformedFieldError('next_page_params', page.next_page_params)
  return { items, next: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) }
}
