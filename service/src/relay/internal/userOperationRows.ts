import type { Hash } from 'viem'
import { type LeasedKey, writeLeased } from '../../sender/LeasedKey.js'
import { NotQueuedError } from './operationRows.js'

/**
 * Stores a user operation before it is sent to the sponsor.
 *
 * @throws {@link NotQueuedError} when its operation is neither waiting nor with the sponsor already.
 */
export async function storeUserOperation(key: LeasedKey, hash: Hash, operationId: string): Promise<void> {
  await writeLeased(key, async (tx) => {
    const taken = await tx
      .updateTable('operations')
      .set({ state: 'prepared', updated_at: key.now() })
      .where('id', '=', operationId)
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb('state', '=', 'queued'),
          // Only while the sponsor still has it: an executed one is not created again.
          eb('state', 'in', ['prepared', 'broadcast']).and(
            exists(
              selectFrom('user_operations')
                .select('hash')
                .where('operation_id', '=', operationId)
                .where('state', '!=', 'dead'),
            ),
          ),
        ]),
      )
      .returning('id')
      .executeTakeFirst()
    if (!taken) throw new NotQueuedError()
    await tx
      .insertInto('user_operations')
      .values({ hash, operation_id: operationId, state: 'prepared', created_at: key.now() })
      // The same one again: it was refused before and may be accepted now.
      .onConflict((conflict) =>
        conflict.column('hash').doUpdateSet({ state: 'prepared' }).where('user_operations.state', '=', 'dead'),
      )
      .execute()
  })
}

/** Stores the state of a user operation. A refusal by the sponsor returns its operation to the queue. */
export async function storeUserOperationState(
  key: LeasedKey,
  operationId: string,
  hash: Hash,
  state: 'sent' | 'mined' | 'dead',
): Promise<void> {
  await writeLeased(key, async (tx) => {
    // The chain may have been faster than the sponsor's answer.
    const moved = await tx
      .updateTable('user_operations')
      .set({ state })
      .where('hash', '=', hash)
      .$if(state !== 'mined', (query) => query.where('state', '=', 'prepared'))
      .returning('hash')
      .executeTakeFirst()
    if (!moved) return
    // Its nonce is used: the others can never be executed.
    if (state === 'mined')
      await tx
        .updateTable('user_operations')
        .set({ state: 'dead' })
        .where('operation_id', '=', operationId)
        .where('hash', '!=', hash)
        .execute()
    const next = { sent: 'broadcast', mined: 'mined', dead: 'queued' } as const
    await tx
      .updateTable('operations')
      .set({ state: next[state], updated_at: key.now() })
      .where('id', '=', operationId)
      .where('state', 'in', ['prepared', 'broadcast', 'mined'])
      .execute()
  })
}

/** User operations whose operations have not ended, by operation, and when the first of them was created. */
export async function loadUserOperations({
  store,
  chainId,
}: LeasedKey): Promise<ReadonlyMap<string, { hashes: Hash[]; since: number }>> {
  const rows = await store.db
    .selectFrom('user_operations')
    .innerJoin('operations', 'operations.id', 'user_operations.operation_id')
    .select(['user_operations.hash', 'user_operations.operation_id', 'user_operations.created_at'])
    .where('operations.chain_id', '=', chainId)
    .where('operations.state', 'in', ['prepared', 'broadcast', 'mined'])
    .where('user_operations.state', '!=', 'dead')
    .orderBy('user_operations.created_at')
    .execute()
  const found = new Map<string, { hashes: Hash[]; since: number }>()
  for (const { hash, operation_id, created_at } of rows) {
    const known = found.get(operation_id)
    // Only hashes are written to the column.
    if (known) known.hashes.push(hash as Hash)
    else found.set(operation_id, { hashes: [hash as Hash], since: created_at })
  }
  return found
}
