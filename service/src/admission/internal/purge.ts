import type { Store } from '../../store/Store.js'
import { ENDS } from '../operationRow.js'
import { dayOf } from './scopes.js'

/**
 * Forgets signatures that could not be used any more two minutes ago, so that clocks of instances may differ.
 *
 * In small transactions, between which others get their turn.
 */
export async function purgeReplays(store: Store, now: number): Promise<void> {
  await repeatedly(async () => {
    const { numDeletedRows } = await store.db
      .deleteFrom('replays')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('address', 'digest'),
          'in',
          selectFrom('replays')
            .select(['address', 'digest'])
            .where('expires_at', '<', now - GRACE_MS)
            .limit(CHUNK)
            .$asTuple('address', 'digest'),
        ),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}

/** Forgets what ended 30 days ago; that a recipient was seeded is never forgotten. */
export async function purgeEnded(store: Store, now: number): Promise<void> {
  await repeatedly(async () => {
    const { numDeletedRows } = await store.db
      .deleteFrom('operations')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('operations')
          .select('id')
          .where('state', 'in', ENDS)
          .where('updated_at', '<', now - KEPT_DAYS * 86_400_000)
          .where((eb) => eb.or([eb('kind', '!=', 'gas'), eb('state', '!=', 'final')]))
          .limit(CHUNK),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
  for (const table of ['quotas', 'spending'] as const) {
    await store.db
      .deleteFrom(table)
      .where('day', '<', dayOf(now) - KEPT_DAYS)
      .where('held', '=', 0)
      .execute()
  }
}

const GRACE_MS = 120_000
const KEPT_DAYS = 30
const CHUNK = 1000

async function repeatedly(purge: () => Promise<number>): Promise<void> {
  while ((await purge()) === CHUNK) await new Promise((resolve) => setImmediate(resolve))
}
