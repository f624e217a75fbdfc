import { ENDS } from '../../admission/operationRow.js'
import { deleteInSteps } from '../../store/deleteInSteps.js'
import type { Store } from '../../store/Store.js'

/**
 * Forgets operations that ended before a moment, and the quotas and the money of the days before it.
 *
 * That a recipient was seeded is never forgotten: nothing on the chain tells it. Whatever else is asked for again the chain
 * answers itself: a claimed transfer is not pending, a box stands.
 *
 * What was refused before anything was sent goes after an hour: any caller can have such operations, for nothing.
 *
 * @param before - Unix milliseconds.
 */
export async function pruneEnded(store: Store, before: number, now: number): Promise<void> {
  await deleteInSteps(async (limit) => {
    const { numDeletedRows } = await store.db
      .deleteFrom('operations')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('operations')
          .select('id')
          .where((eb) =>
            eb.or([
              eb.and([eb('state', 'in', ENDS), eb('updated_at', '<', before)]),
              eb.and([eb('state', '=', 'refused'), eb('spent', '=', 0), eb('updated_at', '<', now - refusedKeptMs)]),
            ]),
          )
          .where((eb) => eb.or([eb('kind', '!=', 'gas'), eb('state', '!=', 'final')]))
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
  for (const table of ['quotas', 'spending'] as const)
    await deleteInSteps(async (limit) => {
      const { numDeletedRows } = await store.db
        .deleteFrom(table)
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('day', 'scope'),
            'in',
            selectFrom(table)
              .select(['day', 'scope'])
              .where('held', '=', 0)
              .where((eb) =>
                eb.or([
                  eb('day', '<', Math.floor(before / dayMs)),
                  // The same as no row.
                  eb(table === 'quotas' ? 'used' : 'spent', '=', 0),
                ]),
              )
              .limit(limit)
              .$asTuple('day', 'scope'),
          ),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    })
}

const dayMs = 86_400_000
const refusedKeptMs = 3_600_000
