import type { OperationRow } from '../../admission/operationRow.js'
import { type LeasedKey, writeLeased } from '../../sender/LeasedKey.js'
import type { Database, OperationState } from '../../store/Database.js'
import type { Queries } from '../../store/Store.js'

/** The operation is no longer waiting. */
export class NotQueuedError extends Error {
  override name = 'NotQueuedError' as const
}

/**
 * Takes an operation out of the queue: from now on no holder of the lease signs for it again.
 *
 * @returns `false` when it was no longer waiting.
 */
export async function takeOperation(tx: Queries, operationId: string, now: number): Promise<boolean> {
  return moveOperation(tx, operationId, ['queued'], 'prepared', now)
}

/**
 * The same, to end it unsigned.
 *
 * @throws {@link NotQueuedError}
 */
export async function takeFromQueue(key: LeasedKey, operationId: string): Promise<void> {
  await writeLeased(key, async (tx) => {
    if (!(await takeOperation(tx, operationId, key.now()))) throw new NotQueuedError()
  })
}

/** @returns `false` when it is in none of the states that it may move from. */
export async function moveOperation(
  tx: Queries,
  operationId: string,
  from: readonly OperationState[],
  to: OperationState,
  now: number,
): Promise<boolean> {
  const moved = await tx
    .updateTable('operations')
    .set({ state: to, updated_at: now })
    .where('id', '=', operationId)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Operations that were taken and have no live signed transaction: they cannot have an effect. */
export async function readOrphans(key: LeasedKey): Promise<readonly OperationRow[]> {
  return writeLeased(key, (tx) =>
    tx
      .selectFrom('operations')
      .selectAll()
      .where('chain_id', '=', key.chainId)
      .where('state', 'in', ['prepared', 'broadcast'])
      .where('id', 'not in', ({ selectFrom }) =>
        selectFrom('transactions')
          .select('operation_id')
          .where('operation_id', 'is not', null)
          .where('state', '!=', 'dead')
          .$castTo<{ operation_id: string }>(),
      )
      .where('id', 'not in', ({ selectFrom }) =>
        selectFrom('user_operations').select('operation_id').where('state', '!=', 'dead'),
      )
      .execute(),
  )
}

/** Nonces at which a transaction was mined for an operation that has not ended. */
export async function readUnsettledNonces(
  db: Queries,
  chainId: number,
  sender: string,
): Promise<readonly Database['transactions']['nonce'][]> {
  const rows = await db
    .selectFrom('transactions')
    .innerJoin('operations', 'operations.id', 'transactions.operation_id')
    .select('transactions.nonce')
    .distinct()
    .where('transactions.chain_id', '=', chainId)
    .where('transactions.sender', '=', sender)
    .where('operations.state', '=', 'mined')
    .execute()
  return rows.map(({ nonce }) => nonce)
}
