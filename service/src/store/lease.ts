import type { Queries, Store } from './Store.js'
import { LeaseLostError } from './StoreErrors.js'

/**
 * Takes a lease that nobody holds: it was never taken, was released, or ran out.
 *
 * Also whoever holds it already gets nothing: a process that has forgotten its lease is a new holder and waits its turn.
 * Holders must be unique among living processes. Clocks of instances may differ by less than the lease lasts.
 *
 * @param now - Unix milliseconds.
 * @returns The lease with a fence larger than every earlier one of that name, or `undefined` while somebody holds it.
 */
export async function acquireLease(
  store: Store,
  name: string,
  holder: string,
  ttlMs: number,
  now: number,
): Promise<Lease | undefined> {
  const expiresAt = now + ttlMs
  const row = await store.db
    .insertInto('leases')
    .values({ name, holder, fence: 1, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((row) => ({ holder, fence: row('leases.fence', '+', 1), expires_at: expiresAt }))
        .where('leases.expires_at', '<=', now),
    )
    .returning('fence')
    .executeTakeFirst()
  return row && { name, holder, fence: row.fence, expiresAt }
}

/**
 * Prolongs a lease that is still held. One that ran out is gone, even if nobody has taken it since.
 *
 * @param now - Unix milliseconds.
 * @returns The lease with its new end, or `undefined` when it is lost: stop the work it covers.
 */
export async function renewLease(store: Store, lease: Lease, ttlMs: number, now: number): Promise<Lease | undefined> {
  const expiresAt = now + ttlMs
  const row = await ours(store.db, lease, now).set({ expires_at: expiresAt }).returning('fence').executeTakeFirst()
  return row && { ...lease, expiresAt }
}

/** Lets the next holder in at once. Does nothing when the lease is lost already. */
export async function releaseLease(store: Store, lease: Lease): Promise<void> {
  await ours(store.db, lease, 0).set({ expires_at: 0 }).execute()
}

/**
 * Makes a transaction depend on a lease: nobody else can take it before the transaction is through.
 *
 * @param tx - The transaction that does the work.
 * @param now - Unix milliseconds.
 * @throws {@link LeaseLostError} when it is no longer held; the transaction must not be committed.
 */
export async function assertLease(tx: Queries, lease: Lease, now: number): Promise<void> {
  const row = await ours(tx, lease, now).set({ fence: lease.fence }).returning('fence').executeTakeFirst()
  if (!row) throw new LeaseLostError(lease.name)
}

/** A lease as it stands, whoever holds it; `undefined` when nobody ever has. */
export async function findLease(store: Pick<Store, 'db'>, name: string): Promise<Lease | undefined> {
  const row = await store.db.selectFrom('leases').selectAll().where('name', '=', name).executeTakeFirst()
  return row && { name, holder: row.holder, fence: row.fence, expiresAt: row.expires_at }
}

/** A right to do something alone, until `expiresAt`. */
export type Lease = {
  readonly name: string
  readonly holder: string
  /** Grows with every change of hands. */
  readonly fence: number
  /** Unix milliseconds. */
  readonly expiresAt: number
}

function ours(db: Queries, lease: Lease, now: number) {
  return db
    .updateTable('leases')
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .where('fence', '=', lease.fence)
    .where('expires_at', '>', now)
}
