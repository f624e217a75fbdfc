import { deleteInSteps } from '../store/deleteInSteps.js'
import type { Store } from '../store/Store.js'
import { auditInstances } from './auditInstances.js'

/**
 * Forgets rows of every chain that are older than a moment, its own and those of instances that are gone. In place of the
 * rows stands a checkpoint, the last one's number and hash, from which the rest verifies. The last row of a chain stays: the
 * next one follows it.
 *
 * @param before - Unix milliseconds.
 * @returns How many rows were deleted; where there are very many, the next call goes on.
 * @example
 * await pruneAudit(store, Date.now() - 365 * 86_400_000)
 */
export async function pruneAudit(store: Store, before: number): Promise<number> {
  let deleted = 0
  for (const instance of await auditInstances(store))
    deleted += await deleteInSteps((limit) => pruneChain(store, instance, before, limit))
  return deleted
}

/** Rows and checkpoint at once: no reader ever finds a chain without its beginning. */
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
      // The last of them stays: it is the last of the chain, or belongs to the next step.
      const kept = oldest.slice(0, -1).findIndex(({ time }) => time >= before)
      const old = oldest.slice(0, kept === -1 ? -1 : kept)
      const last = old.at(-1)
      if (last === undefined) return 0
      await tx.deleteFrom('audit').where('instance', '=', instance).where('seq', '<=', last.seq).execute()
      await tx
        .insertInto('audit_checkpoints')
        .values({ instance, ...last })
        .onConflict((conflict) =>
          // Another instance may have come further meanwhile.
          conflict.column('instance').doUpdateSet(last).where('audit_checkpoints.seq', '<', last.seq),
        )
        .execute()
      return old.length
    },
    { isolation: 'read committed' },
  )
}
