import type { Address, Hash } from 'viem'
import type { Store } from '../store/Store.js'
import { UNKNOWN_USER } from './internal/keyRows.js'

/**
 * A stopped key on a chain, and the transaction of another program that stopped it; `null` when no endpoint showed it
 * any more.
 */
export type StoppedKey = { chainId: number; address: Address; txHash: Hash | null }

/**
 * Lets keys continue that were stopped for foreign use, after the operator has investigated. Running senders of the
 * store notice it by themselves.
 *
 * @returns The keys that were stopped.
 * @example
 * const cleared = await clearForeignUse(store)
 */
export async function clearForeignUse(store: Pick<Store, 'transaction'>): Promise<readonly StoppedKey[]> {
  return store.transaction(async (tx) => {
    const rows = await tx.selectFrom('senders').selectAll().where('stopped_by', 'is not', null).execute()
    await tx.updateTable('senders').set({ stopped_by: null }).where('stopped_by', 'is not', null).execute()
    return rows.map(({ chain_id, address, stopped_by }) => ({
      chainId: chain_id,
      // Only addresses and hashes are written to these columns.
      address: address as Address,
      // As above.
      txHash: stopped_by === UNKNOWN_USER ? null : (stopped_by as Hash),
    }))
  })
}
