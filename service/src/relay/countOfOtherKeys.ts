import type { Address } from 'viem'
import { ENDS } from '../admission/operationRow.js'
import type { Store } from '../store/Store.js'

/** How many open operations have transactions that another key has signed: no sender here continues them. */
export async function countOfOtherKeys(store: Pick<Store, 'db'>, relayer: Address | undefined): Promise<number> {
  const { count } = await store.db
    .selectFrom('operations')
    .innerJoin('transactions', 'transactions.operation_id', 'operations.id')
    .select(({ fn }) => fn.count<number>('operations.id').distinct().as('count'))
    .where('operations.state', 'not in', ENDS)
    .where('transactions.state', '!=', 'dead')
    .where('transactions.sender', '!=', relayer?.toLowerCase() ?? '')
    .executeTakeFirstOrThrow()
  return Number(count)
}
