import type { ExpressionBuilder } from 'kysely'
import type { Hash } from 'viem'
import type { Database } from '../../store/Database.js'
import type { LeasedKey } from '../LeasedKey.js'

type Key = Pick<LeasedKey, 'chainId' | 'sender'>

/** Whether a row of `senders` is a key's. */
export const isKey =
  ({ chainId, sender }: Key) =>
  (eb: ExpressionBuilder<Database, 'senders'>) =>
    eb.and([eb('chain_id', '=', chainId), eb('address', '=', sender)])

/**
 * Stops a key for every instance, until an operator lets it go on, behind the nonces that are used. Needs no lease: any
 * instance that knows of it may say so.
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

/** Nonces of a key were used by transactions that are not ours. */
export type ForeignUse = {
  /** The first of those transactions; undefined where no endpoint shows it any more. */
  user: Hash | undefined
  /** As the chain counts them, theirs among them. */
  usedNonces: number
}

/** In the place of a hash that is not known. */
export const UNKNOWN_USER = 'unknown'

/** Whether a key has been stopped. */
export async function isStopped({ store, ...key }: Key & Pick<LeasedKey, 'store'>): Promise<boolean> {
  const row = await store.db.selectFrom('senders').select('stopped_by').where(isKey(key)).executeTakeFirst()
  return row !== undefined && row.stopped_by !== null
}
