import type { Queries } from '../store/Store.js'

/** A block that an index has read; another hash at its number shows that it was replaced. */
export type Seen = { number: number; hash: string }

/** The recorded blocks of an index, newest first. */
export function readSeen(db: Queries, name: string): Promise<Seen[]> {
  return db.selectFrom('blocks').select(['number', 'hash']).where('name', '=', name).orderBy('number', 'desc').execute()
}

/** Adds blocks and deletes all but the newest 256, as part of a database transaction. */
export async function writeSeen(tx: Queries, name: string, seen: readonly Seen[]): Promise<void> {
  const newest = [...new Map(seen.map((block) => [block.number, block])).values()]
    .sort((a, b) => b.number - a.number)
    .slice(0, mostSeen)
  if (newest.length === 0) return
  await tx
    .insertInto('blocks')
    .values(newest.map((block) => ({ name, ...block })))
    .onConflict((conflict) =>
      conflict.columns(['name', 'number']).doUpdateSet((row) => ({ hash: row.ref('excluded.hash') })),
    )
    .execute()
  const oldestKept = await tx
    .selectFrom('blocks')
    .select('number')
    .where('name', '=', name)
    .orderBy('number', 'desc')
    .offset(mostSeen - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldestKept === undefined) return
  await tx.deleteFrom('blocks').where('name', '=', name).where('number', '<', oldestKept.number).execute()
}

const mostSeen = 256
