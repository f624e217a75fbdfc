import type { Address, Hash } from 'viem'
import { ENDS } from '../admission/operationRow.js'
import type { Store } from '../store/Store.js'
import { UNKNOWN_USER } from './internal/transactionRows.js'

/**
 * A key on a chain that nobody signs with, and the transaction of somebody else that has stopped it; `null` where no host
 * has shown it any more.
 */
export type StoppedKey = { chainId: number; address: Address; txHash: Hash | null }

/**
 * Lets keys go on that a transaction of somebody else has stopped: somebody has looked at it. Relays that run on the store
 * notice by themselves.
 *
 * @returns What was stopped.
 * @example
 * const cleared = await clearForeignUse(store)
 */
export async function clearForeignUse(store: Pick<Store, 'transaction'>): Promise<readonly StoppedKey[]> {
  return store.transaction(async (tx) => {
    const rows = await tx.selectFrom('senders').selectAll().where('stopped_by', 'is not', null).execute()
    await tx.updateTable('senders').set({ stopped_by: null }).where('stopped_by', 'is not', null).execute()
    return rows.map(({ chain_id, address, stopped_by }) => ({
      chainId: chain_id,
      address: address as Address,
      txHash: stopped_by === UNKNOWN_USER ? null : (stopped_by as Hash),
    }))
  })
}

/** How many operations are open whose transactions another key has signed: nobody here carries them on. */
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
