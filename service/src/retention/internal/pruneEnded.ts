import { type RawBuilder, sql } from 'kysely'
import { ENDS } from '../../admission/operationRow.js'
import type { OperationKind } from '../../store/Database.js'
import { deleteInSteps } from '../../store/deleteInSteps.js'
import type { Store } from '../../store/Store.js'

/**
 * Deletes operations that ended before a moment, and the quotas and the spending of the days before it.
 *
 * Seeds are never deleted, since the chain does not show that a recipient was seeded. The chain itself refuses any
 * other repeated request: a claimed transfer is not pending, a box is already deployed.
 *
 * Requests that were refused before anything was sent are deleted after an hour: any caller can create such operations
 * for free.
 *
 * @param before - Unix milliseconds.
 */
export async function pruneEnded(store: Store, before: number, now: number): Promise<void> {
  // One state and kind at a time, which is a range of the index.
  for (const state of ENDS)
    for (const kind of kinds)
      if (!(state === 'final' && kind === 'gas'))
        await deleteOperations(store, sql`state = ${state} and kind = ${kind} and updated_at < ${before}`)
  for (const kind of kinds)
    await deleteOperations(
      store,
      sql`state = 'refused' and kind = ${kind} and updated_at < ${now - refusedKeptMs} and spent = 0`,
    )
  for (const table of ['quotas', 'spending'] as const) {
    await deleteDays(store, table, sql`held = 0 and day < ${Math.floor(before / dayMs)}`)
    // Equivalent to a missing row.
    await deleteDays(store, table, sql`held = 0 and ${sql.ref(table === 'quotas' ? 'used' : 'spent')} = 0`)
  }
}

async function deleteOperations(store: Store, which: RawBuilder<unknown>): Promise<void> {
  await deleteInSteps(async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from operations where id in (select id from operations where ${which} limit ${limit})`.execute(store.db)
    return Number(numAffectedRows)
  })
}

async function deleteDays(store: Store, table: 'quotas' | 'spending', which: RawBuilder<unknown>): Promise<void> {
  await deleteInSteps(async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (day, scope) in
        (select day, scope from ${sql.table(table)} where ${which} limit ${limit})`.execute(store.db)
    return Number(numAffectedRows)
  })
}

const kinds: readonly OperationKind[] = ['claim', 'create', 'announce', 'gas']
const dayMs = 86_400_000
const refusedKeptMs = 3_600_000
