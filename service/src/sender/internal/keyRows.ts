import type { ExpressionBuilder } from 'kysely'
import type { Hash } from 'viem'
import type { Database } from '../../store/Database.js'
import type { LeasedKey } from '../LeasedKey.js'

type Key = Pick<LeasedKey, 'chainId' | 'sender'>

/** Whether a row of `senders` belongs to a key. */
export const isKey =
  ({ chainId, sender }: Key) =>
  (eb: ExpressionBuilder<Database, 'senders'>) =>
    eb.and([eb('chain_id', '=', chainId), eb('address', '=', sender)])

/**
 * Stops a key for every instance, until an operator clears it; it then continues behind the used nonces. Needs no
 * lease: any instance that detects the foreign use may store it.
 */
export async function storeStop(
  { store, ...key }: Key & Pick<LeasedKey, 'store'>,
  { user, usedNonces }: ForeignUse,
): Promise<void> {
  await store.db
    .updateTable('senders')
    .set(({ eb, fn, val }) => ({
      stopped_by: fn.coalesce('stopped_by', val(user ?? UNKNOWN_USER)),
      next_nonce: eb.case().when('next_nonce', '<', usedNonces).then(usedNonces).else(eb.ref('next_nonce')).end(),
    }))
    .where(isKey(key))
    .execute()
}

/** Transactions that are not ours have used nonces of a key. */
export type ForeignUse = {
  /** The first of those transactions; undefined when no endpoint shows it any more. */
  user: Hash | undefined
  /** As the chain counts them, the foreign ones included. */
  usedNonces: number
}

/** Replaces an unknown hash. */
export const UNKNOWN_USER = 'unknown'

/** Whether a key has been stopped. */
export async function isStopped({ store, ...key }: Key & Pick<LeasedKey, 'store'>): Promise<boolean> {
  const row = await store.db.selectFrom('senders').select('stopped_by').where(isKey(key)).executeTakeFirst()
  return row !== undefined && row.stopped_by !== null
}
