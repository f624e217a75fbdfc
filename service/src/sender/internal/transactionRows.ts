import type { Hash } from 'viem'
import type { Queries } from '../../store/Store.js'
import { type LeasedKey, writeLeased } from '../LeasedKey.js'
import type { SenderPolicy, TransactionRow } from '../SenderPolicy.js'
import { isKey } from './keyRows.js'

/** The stored nonce is not the expected one, or the key has been stopped. */
class NonceMovedError extends Error {
  override name = 'NonceMovedError' as const
}

/** The policy refuses these bytes; nothing was stored. */
export class ReservationRefused extends Error {
  override name = 'ReservationRefused' as const
  readonly reason: Error

  constructor(reason: Error) {
    super('The cost of the transaction was not reserved.', { cause: reason })
    this.reason = reason
  }
}

/**
 * Reads everything that a sender needs to recover, while no other instance can write it.
 *
 * @param usedNonces - As the chain counts them; its endpoint may be behind.
 */
export async function loadKey(key: LeasedKey, usedNonces: number, policy: SenderPolicy) {
  const { chainId, sender } = key
  return writeLeased(key, async (tx) => {
    await tx
      .insertInto('senders')
      .values({ chain_id: chainId, address: sender, next_nonce: 0, stopped_by: null })
      .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doNothing())
      .execute()
    const row = await tx.selectFrom('senders').select('next_nonce').where(isKey(key)).executeTakeFirstOrThrow()
    const open = await ofSender(tx, key).where('state', 'in', openStates).execute()
    const unsettled = await policy.findUnsettled(tx)
    // Including transactions that were given up at their nonces: they show which job the nonce belonged to.
    const mined =
      unsettled.length === 0
        ? []
        : await ofSender(tx, key).where('state', 'in', endedStates).where('nonce', 'in', unsettled).execute()
    const settled = await ofSender(tx, key).where('state', '=', 'mined').where('nonce', '>=', usedNonces).execute()
    return {
      nextNonce: row.next_nonce,
      rows: [...open, ...mined],
      settled: new Set(settled.map(({ nonce }) => nonce)),
    }
  })
}

/**
 * Takes a nonce for a job: the signed bytes are stored before they leave the process, and their highest cost is
 * reserved.
 *
 * @param storedNonce - The next nonce, as the store has it.
 * @throws {@link ReservationRefused}, `LeaseLostError`: nothing was stored. After any other error it is unknown whether
 *   it was.
 */
export async function storePrepared(
  key: LeasedKey,
  row: TransactionRow,
  storedNonce: number,
  policy: SenderPolicy,
): Promise<void> {
  await writeLeased(key, async (tx) => {
    await reserve(tx, row, true, policy)
    const moved = await tx
      .updateTable('senders')
      .set({ next_nonce: row.nonce + 1 })
      .where(isKey(key))
      .where('next_nonce', '=', storedNonce)
      .where('stopped_by', 'is', null)
      .returning('address')
      .executeTakeFirst()
    if (!moved) throw new NonceMovedError()
    await insert(tx, row)
  })
}

/**
 * Stores one more transaction at a nonce that is taken: with higher fees, or an empty one as its replacement.
 *
 * @throws {@link ReservationRefused}
 */
export async function storeReplacement(
  key: LeasedKey,
  row: TransactionRow,
  policy: SenderPolicy,
  dead: readonly Hash[] = [],
): Promise<void> {
  await writeLeased(key, async (tx) => {
    await end(tx, key, { dead }, policy)
    await reserve(tx, row, false, policy)
    await insert(tx, row)
  })
}

/** Records that an endpoint has accepted it. */
export async function storeBroadcast(
  key: LeasedKey,
  hash: Hash,
  jobId: string | undefined,
  policy: SenderPolicy,
): Promise<void> {
  await writeLeased(key, async (tx) => {
    await tx
      .updateTable('transactions')
      .set({ state: 'broadcast', updated_at: key.now() })
      .where('hash', '=', hash)
      .where('state', '=', 'prepared')
      .execute()
    if (jobId !== undefined) await policy.recordSent(tx, jobId)
  })
}

/**
 * Records that one of the transactions of a nonce is in a block; the others can no longer be mined.
 *
 * @returns Whether this is new to the store.
 */
export function storeMined(
  key: LeasedKey,
  mined: MinedTransaction,
  dead: readonly Hash[],
  policy: SenderPolicy,
): Promise<boolean> {
  return writeLeased(key, (tx) => end(tx, key, { mined, dead }, policy))
}

/** The transaction of a nonce that is in a block. */
export type MinedTransaction = {
  hash: Hash
  blockNumber: bigint
  jobId: string | undefined
  /** USDC base units. */
  spent: bigint
}

/** Records that these will never be mined. */
export async function storeDead(key: LeasedKey, dead: readonly Hash[], policy: SenderPolicy): Promise<void> {
  if (dead.length > 0) await writeLeased(key, (tx) => end(tx, key, { dead }, policy))
}

/** Finds a transaction that was signed here, in any state. */
export function findOurs({ store }: LeasedKey, hash: Hash): Promise<TransactionRow | undefined> {
  return store.db.selectFrom('transactions').selectAll().where('hash', '=', hash).executeTakeFirst()
}

/** Deletes signed bytes. They may contain a claim code, and are not needed once their nonce is settled. */
export async function blank({ store }: LeasedKey, hashes: readonly Hash[]): Promise<void> {
  if (hashes.length === 0) return
  await store.db.updateTable('transactions').set({ raw: null }).where('hash', 'in', hashes).execute()
}

/** The same for transactions of a process that crashed before it deleted their bytes. */
export async function blankEnded(key: LeasedKey, policy: SenderPolicy): Promise<void> {
  const { db } = key.store
  const unsettled = await policy.findUnsettled(db)
  await db
    .updateTable('transactions')
    .set({ raw: null })
    .where('chain_id', '=', key.chainId)
    .where('sender', '=', key.sender)
    .where('raw', 'is not', null)
    .where('state', 'in', endedStates)
    .$if(unsettled.length > 0, (query) => query.where('nonce', 'not in', unsettled))
    .execute()
}

const openStates = ['prepared', 'broadcast'] as const
const endedStates = ['mined', 'dead'] as const

async function reserve(tx: Queries, row: TransactionRow, isFirst: boolean, policy: SenderPolicy): Promise<void> {
  const refusal = await policy.reserve(tx, row, isFirst)
  if (refusal) throw new ReservationRefused(refusal)
}

async function insert(tx: Queries, row: TransactionRow): Promise<void> {
  const stored = await tx
    .insertInto('transactions')
    .values(row)
    // The same bytes may have been refused before.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(row).where('transactions.state', '=', 'dead'))
    .returning('hash')
    .executeTakeFirst()
  if (!stored) throw new Error('These bytes are stored already.')
}

/** Idempotent: the policy is notified of each row and of the mined one once. */
async function end(
  tx: Queries,
  { now }: LeasedKey,
  { mined, dead }: { mined?: MinedTransaction; dead: readonly Hash[] },
  policy: SenderPolicy,
): Promise<boolean> {
  const hashes = [...(mined ? [mined.hash] : []), ...dead]
  if (hashes.length === 0) return false
  const rows = await tx.selectFrom('transactions').selectAll().where('hash', 'in', hashes).execute()
  const at = { updated_at: now() }
  if (mined)
    await tx
      .updateTable('transactions')
      .set({ state: 'mined', block_number: Number(mined.blockNumber), ...at })
      .where('hash', '=', mined.hash)
      .execute()
  if (dead.length > 0)
    await tx
      .updateTable('transactions')
      .set({ state: 'dead', ...at })
      .where('hash', 'in', dead)
      .execute()
  const row = rows.find(({ hash }) => hash === mined?.hash)
  const isNew = row !== undefined && row.state !== 'mined'
  await policy.recordEnded(tx, {
    rows: rows.filter(({ state }) => state === 'prepared' || state === 'broadcast'),
    mined: mined && row && { jobId: mined.jobId, row, spent: isNew ? mined.spent : 0n },
  })
  return isNew
}

function ofSender(tx: Queries, { chainId, sender }: LeasedKey) {
  return tx.selectFrom('transactions').selectAll().where('chain_id', '=', chainId).where('sender', '=', sender)
}
