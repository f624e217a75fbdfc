import type { Queries } from '../../store/Store.js'
import type { IndexState } from '../EventIndex.js'

/**
 * The state of an index in the store: its cursor, and a second row that counts how often rows were changed that may
 * already have been served.
 *
 * In a cursor, `reached_head` is the time of the newest block in milliseconds, 0 until the head is reached, and
 * `updated_at` is when the head was reached.
 */
export async function readState(db: Queries, name: string, startBlock: number): Promise<IndexState> {
  const rows = await db
    .selectFrom('cursors')
    .selectAll()
    .where('name', 'in', [name, rewritesOf(name)])
    .execute()
  const cursor = rows.find((row) => row.name === name)
  const rewrites = rows.find((row) => row.name === rewritesOf(name))?.next_block ?? 0
  return {
    // With a later deploy block than before, nothing needs to be read again; with an earlier one, reading starts over.
    nextBlock: Math.max(cursor?.next_block ?? startBlock, startBlock),
    headTimeMs: cursor?.reached_head ?? 0,
    succeededAt: cursor?.updated_at ?? 0,
    rewrites,
  }
}

/** Writes the whole state, as part of a transaction. */
export async function writeState(tx: Queries, name: string, state: IndexState): Promise<void> {
  const { nextBlock, headTimeMs, succeededAt, rewrites } = state
  const rows = [
    { name, next_block: nextBlock, reached_head: headTimeMs, updated_at: succeededAt },
    { name: rewritesOf(name), next_block: rewrites, reached_head: 0, updated_at: 0 },
  ]
  await tx
    .insertInto('cursors')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        next_block: row.ref('excluded.next_block'),
        reached_head: row.ref('excluded.reached_head'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

const rewritesOf = (name: string) => `${name}#rewrites`
