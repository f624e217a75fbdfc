import type { Hash } from 'viem'
import type { Database, OperationState } from '../../store/Database.js'
import type { Queries } from '../../store/Store.js'
import { type Desk, NotQueuedError, within } from './Desk.js'

/** A transaction as it is stored. */
export type TransactionRow = Database['transactions']

type KeyPlace = Pick<Desk, 'store' | 'chainId' | 'sender'>

/** The stored nonce is not the one that was expected, or the key has been stopped. */
class NonceMovedError extends Error {
  override name = 'NonceMovedError' as const
}

/**
 * Everything a writer has to know of its past, read while nobody else can write it.
 *
 * @param usedNonces - As the chain counts them; its host may be behind.
 */
export async function loadDesk(desk: Desk, usedNonces: number) {
  const { chainId, sender } = desk
  return within(desk, async (tx) => {
    await tx
      .insertInto('senders')
      .values({ chain_id: chainId, address: sender, next_nonce: 0, stopped_by: null })
      .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doNothing())
      .execute()
    const row = await tx
      .selectFrom('senders')
      .select('next_nonce')
      .where('chain_id', '=', chainId)
      .where('address', '=', sender)
      .executeTakeFirstOrThrow()
    const open = await ofSender(tx, desk).where('state', 'in', ['prepared', 'broadcast']).execute()
    // With what was given up at their nonces: it says whose they were.
    const mined = await ofSender(tx, desk)
      .where('state', 'in', ['mined', 'dead'])
      .where('nonce', 'in', noncesOf(tx, desk, ['mined']))
      .execute()
    const orphans = await tx
      .selectFrom('operations')
      .selectAll()
      .where('chain_id', '=', chainId)
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
      .execute()
    const settled = await tx
      .selectFrom('transactions')
      .select('nonce')
      .where('chain_id', '=', chainId)
      .where('sender', '=', sender)
      .where('state', '=', 'mined')
      .where('nonce', '>=', usedNonces)
      .execute()
    return {
      nextNonce: row.next_nonce,
      rows: [...open, ...mined],
      settled: new Set(settled.map(({ nonce }) => nonce)),
      orphans,
    }
  })
}

/**
 * Takes a nonce for an operation, or for none: the signed bytes are stored before anybody hears of them.
 *
 * @throws {@link NonceMovedError}, {@link NotQueuedError}, `LeaseLostError`; nothing has happened then. Any other error
 *   leaves open whether it has.
 */
export async function storePrepared(desk: Desk, row: TransactionRow, storedNonce: number): Promise<void> {
  const { chainId, sender, now } = desk
  await within(desk, async (tx) => {
    if (row.operation_id !== null) {
      const taken = await tx
        .updateTable('operations')
        .set({ state: 'prepared', updated_at: now() })
        .where('id', '=', row.operation_id)
        .where('state', '=', 'queued')
        .returning('id')
        .executeTakeFirst()
      if (!taken) throw new NotQueuedError()
    }
    const moved = await tx
      .updateTable('senders')
      .set({ next_nonce: row.nonce + 1 })
      .where('chain_id', '=', chainId)
      .where('address', '=', sender)
      .where('next_nonce', '=', storedNonce)
      .where('stopped_by', 'is', null)
      .returning('address')
      .executeTakeFirst()
    if (!moved) throw new NonceMovedError()
    await tx.insertInto('transactions').values(row).execute()
  })
}

/**
 * Takes an operation out of the queue to end it unsigned: from here on no holder of the lease will sign for it.
 *
 * @throws {@link NotQueuedError}
 */
export async function takeFromQueue(desk: Desk, operationId: string): Promise<void> {
  await within(desk, async (tx) => {
    const taken = await tx
      .updateTable('operations')
      .set({ state: 'prepared', updated_at: desk.now() })
      .where('id', '=', operationId)
      .where('state', '=', 'queued')
      .returning('id')
      .executeTakeFirst()
    if (!taken) throw new NotQueuedError()
  })
}

/** Stores one more transaction at a nonce that is taken: higher fees, or nothing at all in its place. */
export async function storeReplacement(desk: Desk, row: TransactionRow, dead: readonly Hash[] = []): Promise<void> {
  await within(desk, async (tx) => {
    if (dead.length > 0) await bury(tx, dead, desk.now())
    await tx.insertInto('transactions').values(row).execute()
  })
}

/** Some endpoint has it. */
export async function storeBroadcast(desk: Desk, hash: Hash, operationId: string | undefined): Promise<void> {
  await within(desk, async (tx) => {
    await tx
      .updateTable('transactions')
      .set({ state: 'broadcast', updated_at: desk.now() })
      .where('hash', '=', hash)
      .where('state', '=', 'prepared')
      .execute()
    if (operationId === undefined) return
    await tx
      .updateTable('operations')
      .set({ state: 'broadcast', updated_at: desk.now() })
      .where('id', '=', operationId)
      .where('state', '=', 'prepared')
      .execute()
  })
}

/** One of the transactions of a nonce is in a block; the others never will be. */
export async function storeMined(
  desk: Desk,
  hash: Hash,
  blockNumber: bigint,
  dead: readonly Hash[],
  operationId: string | undefined,
): Promise<void> {
  await within(desk, async (tx) => {
    await tx
      .updateTable('transactions')
      .set({ state: 'mined', block_number: Number(blockNumber), updated_at: desk.now() })
      .where('hash', '=', hash)
      .execute()
    if (dead.length > 0) await bury(tx, dead, desk.now())
    if (operationId === undefined) return
    await tx
      .updateTable('operations')
      .set({ state: 'mined', updated_at: desk.now() })
      .where('id', '=', operationId)
      .where('state', 'in', ['prepared', 'broadcast'])
      .execute()
  })
}

/** None of these will ever happen. */
export async function storeDead(desk: Desk, dead: readonly Hash[]): Promise<void> {
  if (dead.length > 0) await within(desk, (tx) => bury(tx, dead, desk.now()))
}

/**
 * Stops a key for every instance, until an operator lets it go on, behind the nonces that are used. Needs no lease: whoever
 * knows of it may say so.
 */
export async function storeStop({ store, chainId, sender }: KeyPlace, { user, usedNonces }: ForeignUse): Promise<void> {
  await store.db
    .updateTable('senders')
    .set(({ eb, fn, val }) => ({
      stopped_by: fn.coalesce('stopped_by', val(user ?? UNKNOWN_USER)),
      next_nonce: eb.case().when('next_nonce', '<', usedNonces).then(usedNonces).else(eb.ref('next_nonce')).end(),
    }))
    .where('chain_id', '=', chainId)
    .where('address', '=', sender)
    .execute()
}

/** Somebody else has used nonces of a key. */
export type ForeignUse = {
  /** The first transaction of theirs; undefined where no host shows it any more. */
  user: Hash | undefined
  /** As the chain counts them, theirs among them. */
  usedNonces: number
}

/** In the place of a hash that is not known. */
export const UNKNOWN_USER = 'unknown'

/** Whether a key has been stopped. */
export async function isStopped({ store, chainId, sender }: KeyPlace): Promise<boolean> {
  const row = await store.db
    .selectFrom('senders')
    .select('stopped_by')
    .where('chain_id', '=', chainId)
    .where('address', '=', sender)
    .executeTakeFirst()
  return row !== undefined && row.stopped_by !== null
}

/** What was signed here, whatever became of it. */
export function findOurs({ store }: Desk, hash: Hash): Promise<TransactionRow | undefined> {
  return store.db.selectFrom('transactions').selectAll().where('hash', '=', hash).executeTakeFirst()
}

/** Signed bytes may hold a claim code, and are of no use once their nonce is settled. */
export async function blank({ store }: Desk, hashes: readonly Hash[]): Promise<void> {
  if (hashes.length === 0) return
  await store.db.updateTable('transactions').set({ raw: null }).where('hash', 'in', hashes).execute()
}

/** The same for what a crash left between the end of an operation and its blanking. */
export async function blankEnded(desk: Desk): Promise<void> {
  const { db } = desk.store
  await db
    .updateTable('transactions')
    .set({ raw: null })
    .where('chain_id', '=', desk.chainId)
    .where('sender', '=', desk.sender)
    .where('raw', 'is not', null)
    .where('state', 'in', ['mined', 'dead'])
    .where('nonce', 'not in', noncesOf(db, desk, ['prepared', 'broadcast', 'mined']))
    .execute()
}

async function bury(tx: Queries, hashes: readonly Hash[], now: number): Promise<void> {
  await tx.updateTable('transactions').set({ state: 'dead', updated_at: now }).where('hash', 'in', hashes).execute()
}

function ofSender(tx: Queries, { chainId, sender }: Desk) {
  return tx.selectFrom('transactions').selectAll().where('chain_id', '=', chainId).where('sender', '=', sender)
}

/** Nonces at which something was signed for operations in these states. */
function noncesOf(db: Queries, { chainId, sender }: Desk, states: readonly OperationState[]) {
  return db
    .selectFrom('transactions')
    .innerJoin('operations', 'operations.id', 'transactions.operation_id')
    .select('transactions.nonce')
    .where('transactions.chain_id', '=', chainId)
    .where('transactions.sender', '=', sender)
    .where('operations.state', 'in', states)
}
