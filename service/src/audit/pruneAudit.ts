import { deleteInSteps } from '../store/deleteInSteps.js'
import type { Store } from '../store/Store.js'
import { auditInstances } from './auditInstances.js'

/**
 * Deletes rows of every chain that are older than a moment, of this instance and of instances that no longer run. A
 * checkpoint replaces them: number and hash of the last deleted row, from which the rest verifies. The last row of a
 * chain is kept, because the next one follows it.
 *
 * @param before - Unix milliseconds.
 * @returns How many rows were deleted; if there are very many, the next call continues.
 * @example
 * await pruneAudit(store, Date.now() - 365 * 86_400_000)
 */
export async function pruneAudit(store: Store, before: number): Promise<number> {
  let deleted = 0
  for (const instance of await auditInstances(store))
    deleted += await deleteInSteps((limit) => pruneChain(store, instance, before, limit))
  return deleted
}

/** Deletes rows and writes the checkpoint in one transaction: no reader ever finds a chain without its beginning. */
function pruneChain(store: Store, instance: string, before: number, limit: number): Promise<number> {
  return store.transaction(
    async (tx) => {
      const oldest = await tx
        .selectFrom('audit')
        .select(['seq', 'time', 'hash'])
        .where('instance', '=', instance)
        .orderBy('seq')
        .limit(limit + 1)
        .execute()
      // The last row found is kept: it is the last of the chain, or belongs to the next step.
      const kept = oldest.slice(0, -1).findIndex(({ time }) => time >= before)
      const old = oldest.slice(0, kept === -1 ? -1 : kept)
      const last = old.at(-1)
      if (last === undefined) return 0
      await tx.deleteFrom('audit').where('instance', '=', instance).where('seq', '<=', last.seq).execute()
      await tx
        .insertInto('audit_checkpoints')
        .values({ instance, ...last })
        .onConflict((conflict) =>
          // Another instance may have deleted more in the meantime.
          conflict.column('instance').doUpdateSet(last).where('audit_checkpoints.seq', '<', last.seq),
        )
        .execute()
      return old.length
    },
    { isolation: 'read committed' },
  )
}
