import { OPEN } from '../admission/operationRow.js'
import type { Store } from '../store/Store.js'

/**
 * The unfinished work of a store on each chain, of all instances.
 *
 * @param now - Unix milliseconds.
 * @example
 * const [{ queued, oldestSeconds }] = await readBacklog(store, [5042002], Date.now())
 */
export async function readBacklog(
  store: Pick<Store, 'db'>,
  chains: readonly number[],
  now: number,
): Promise<readonly { chain: number; queued: number; oldestSeconds: number }[]> {
  const rows = await store.db
    .selectFrom('operations')
    .select(({ fn }) => [
      'chain_id',
      'state',
      fn.countAll<number>().as('count'),
      fn.min<number>('created_at').as('oldest'),
    ])
    .where('state', 'in', OPEN)
    .groupBy(['chain_id', 'state'])
    .execute()
  return chains.map((chain) => {
    const open = rows.filter(({ chain_id }) => chain_id === chain)
    const oldest = Math.min(now, ...open.map(({ oldest }) => Number(oldest)))
    const queued = Number(open.find(({ state }) => state === 'queued')?.count ?? 0)
    return { chain, queued, oldestSeconds: (now - oldest) / 1000 }
  })
}
