import type { Queries } from '../../store/Store.js'
import type { Along, Entry } from './Entry.js'

/** Calls each writer once with all of its values. @returns The results in the order of the entries. */
export async function writeAlong(tx: Queries, entries: readonly Pick<Entry, 'along'>[]): Promise<readonly unknown[]> {
  const byWriter = new Map<Along['writer'], { place: number; value: unknown }[]>()
  for (const [place, { along }] of entries.entries()) {
    if (along === undefined) continue
    const values = byWriter.get(along.writer) ?? []
    values.push({ place, value: along.value })
    byWriter.set(along.writer, values)
  }
  const results: unknown[] = new Array(entries.length)
  for (const [writer, values] of byWriter) {
    const written = await writer(
      tx,
      values.map(({ value }) => value),
    )
    for (const [index, { place }] of values.entries()) results[place] = written[index]
  }
  return results
}
